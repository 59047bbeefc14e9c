import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig, type Config } from "../config.ts";
import { openDb, openPool, timeLimits, type Db } from "../core/db.ts";
import { bucketStore, folderStore, type FileStore } from "../core/files.ts";
import { migrate } from "../core/migrate.ts";
import { createOutage, isUnavailable } from "../core/outage.ts";
import { StartupError } from "../core/startup.ts";
import { openDatabase } from "../database.ts";

const progressEveryMs = 500;
/** Opens a command's connections; when one ends, the next statement on it fails. */
export const openCommandDb = (url: string): Db =>
  openDb(openPool(url, 4, () => {}, timeLimits.commands));

/**
 * Runs a command on the configured database, with the newest schema, and ends the process with its exit code. The arguments are
 * read first: with wrong ones a command starts no database and changes nothing.
 */
export function runCommand<Args>(
  readArgs: () => Args,
  work: (db: Db, args: Args) => Promise<number>,
): Promise<never> {
  return runToExit(async () => {
    const args = readArgs();
    const database = await openDatabase(readConfig());
    try {
      await migrate(database.url);
      const db = openCommandDb(database.url);
      const code = await work(db, args);
      await db.destroy();
      return code;
    } finally {
      await database.stop();
    }
  });
}

/** For a command that takes no arguments. */
export const noArguments = (): void => {};

/** Ends the process with the exit code of `work`, or with 1 and the error that was thrown. */
export async function runToExit(work: () => Promise<number>): Promise<never> {
  let code = 1;
  try {
    code = await work();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else if (isUnavailable(error)) createOutage(console.error, () => {}).note(error);
    else console.error(error);
  }
  process.exit(code);
}

/** Opens the configured file store. */
export async function filesOf(config: Config): Promise<FileStore> {
  return config.s3 ? await bucketStore(config.s3) : folderStore(path.join(config.dataDir, "files"));
}

/** Returns a command's only argument, a file. Throws StartupError with the usage if it is missing. */
export function fileArgument(name: string, usage: string): string {
  const { values } = parseArgs({ options: { [name]: { type: "string" } }, strict: false });
  const value = values[name];
  if (typeof value !== "string" || value === "") {
    throw new StartupError(`--${name} is missing: the path of a file.\n${usage}`);
  }
  return value;
}

/** Prints a long command's progress to standard error, at most twice a second. */
export function progressPrinter(): (step: string) => void {
  const started = Date.now();
  let printedAt = 0;
  return (step) => {
    if (Date.now() - printedAt < progressEveryMs) return;
    printedAt = Date.now();
    console.error(`${step} (${((printedAt - started) / 1000).toFixed(1)} s)`);
  };
}
