import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { advisoryLocks } from "./advisoryLocks.ts";
import { openPool, timeLimits } from "./db.ts";
import { appliedFiles, makeTable, type SchemaFile } from "./schemaFiles.ts";
import { StartupError } from "./startup.ts";

const schemaFolder = path.resolve(import.meta.dirname, "../../schema");

export interface MigrationOptions {
  /** How long to wait for another server that changes the schema, in milliseconds. */
  waitMs?: number;
  /**
   * How long a file may wait for a table lock, in milliseconds: queries for that table queue behind it meanwhile. It is
   * retried, with pauses, until `waitMs` have passed.
   */
  tableWaitMs?: number;
  /** A folder with other files than the product's. */
  folder?: string;
  /** During a restore: apply only the files that the backup's schema was made by. */
  restoring?: readonly SchemaFile[];
}

/**
 * Brings a database to the newest schema: the missing files of api/schema, each in its own transaction, then the job queue's
 * tables. Returns the files' names. Throws StartupError if another version made the schema, another server keeps it locked or
 * the role may not change it.
 */
export async function migrate(
  databaseUrl: string,
  { waitMs = 60_000, tableWaitMs = 3000, folder = schemaFolder, restoring }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // If the connection ends between two statements, the next one fails.
  client.on("error", () => {});
  await client.connect();
  try {
    await lockSchema(client, waitMs);
    const missing = await missingIn(client, await readFiles(folder), restoring);
    for (const file of missing) await applyFile(client, folder, file, waitMs, tableWaitMs);
    await migrateJobs(databaseUrl);
    return missing.map(({ name }) => name);
  } catch (error) {
    throw lacksPrivilege(error) ? notOwner(error as Error) : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Migrates the job queue's tables. Given a URL, the library leaks connections, whose unhandled errors end the process. */
async function migrateJobs(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1, () => {}, timeLimits.commands);
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function lockSchema(client: pg.Client, waitMs: number): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${waitMs}`);
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StartupError(
      `Another server has been changing the schema of this database for more than ${waitMs / 1000} seconds: start again when it is done.`,
      { cause: error },
    );
  }
}

async function readFiles(folder: string): Promise<SchemaFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name));
      return { name, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function missingIn(
  client: pg.Client,
  files: SchemaFile[],
  restoring: readonly SchemaFile[] | undefined,
): Promise<SchemaFile[]> {
  await makeTable(client);
  const applied = await appliedFiles(client, restoring !== undefined);
  requireOurs("database", applied, files);
  if (restoring) requireOurs("backup", restoring, files);
  const has = new Set(applied.map(({ name }) => name));
  const wanted = restoring && new Set(restoring.map(({ name }) => name));
  return files.filter(({ name }) => !has.has(name) && (!wanted || wanted.has(name)));
}

function requireOurs(what: string, applied: readonly SchemaFile[], files: SchemaFile[]): void {
  const ours = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  // If the first file is not one of ours, the schema was made by files of other names.
  const [first] = applied;
  const other =
    first && !ours.has(first.name)
      ? first
      : applied.find(({ name, sha256 }) => ours.has(name) && ours.get(name) !== sha256);
  if (other) {
    throw new StartupError(
      `This ${what} was made by a version of Tonneline from before its first release (its ${other.name} differs), and cannot be upgraded to this one: use that version, or start with an empty database, by another DATA_DIR or DATABASE_URL, and import the projects again.`,
    );
  }
  const newer = applied.findLast(({ name }) => !ours.has(name));
  if (newer) {
    throw new StartupError(
      `This ${what} was made by a newer version of Tonneline (it has ${newer.name}): use that version, or a backup of this one and an empty database.`,
    );
  }
}

async function applyFile(
  client: pg.Client,
  folder: string,
  { name, sha256 }: SchemaFile,
  waitMs: number,
  tableWaitMs: number,
): Promise<void> {
  const text = await readFile(path.join(folder, name), "utf8");
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${tableWaitMs}`);
      await client.query(text);
      await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
        name,
        sha256,
      ]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const why = (error as Error).message;
      if (!isLockTimeout(error)) {
        throw new Error(`The schema's ${name} failed: ${why}`, { cause: error });
      }
      if (Date.now() > deadline) {
        throw new StartupError(
          `The schema's ${name} waited ${waitMs / 1000} seconds for a table that others use, and nothing of it was done: end their long transactions and start again.`,
          { cause: error },
        );
      }
    }
    // Lets the queries that queued behind us go first.
    await sleep(tableWaitMs / 2);
  }
}

/** Permission denied for a table, the schema public, an extension or the job queue's schema; ours or the cause of our error. */
function lacksPrivilege(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].includes("42501");
}

function notOwner(error: Error): StartupError {
  return new StartupError(
    `The role of DATABASE_URL may not make this version's schema (${error.message}): let it own the database, with alter database … owner to ….`,
    { cause: error },
  );
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === "55P03";
