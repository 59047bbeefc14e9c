import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { StartupError } from "../startup.ts";
import { spawnOptions, type Layout } from "./layout.ts";
import { reasonIn } from "./reasons.rules.ts";

const initdbOptions =
  "-U postgres -A trust -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync --no-instructions";

/** Makes the cluster aside and renames it, so that a half-made one is never seen. */
export function makeCluster(layout: Layout): void {
  const { dataDir, wrap, native } = layout;
  if (existsSync(path.join(dataDir, "PG_VERSION"))) return;
  makeFolder(path.dirname(dataDir));
  removeUnfinished(dataDir);
  const unfinished = `${dataDir}.${process.pid}`;
  const command = [
    ...wrap,
    path.join(native, "bin/initdb"),
    ...initdbOptions.split(" "),
    "-D",
    unfinished,
  ];
  const made = spawnSync(command[0]!, command.slice(1), {
    ...spawnOptions(layout),
    encoding: "utf8",
  });
  if (made.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const why = made.error?.message ?? reasonIn(`${made.stdout}\n${made.stderr}`);
    throw new StartupError(`The database could not be made in ${dataDir}: ${why}`);
  }
  try {
    renameSync(unfinished, dataDir);
  } catch {
    // Another start was quicker.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** What starts that were killed have left. */
function removeUnfinished(dataDir: string): void {
  const folder = path.dirname(dataDir);
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(`${path.basename(dataDir)}.`)
      ? Number(path.extname(name).slice(1))
      : NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Looks before it makes: in a folder that takes no folders, a recursive mkdir may try for ever. */
function makeFolder(folder: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    const probe = path.join(existing, `.tonneline-${process.pid}`);
    mkdirSync(probe);
    rmdirSync(probe);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new StartupError(
      `The folder ${folder} cannot be written (${code}): set DATA_DIR to another.`,
      {
        cause: error,
      },
    );
  }
}
