import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { StartupError } from "../startup.ts";
import { spawnOptions, type Layout } from "./layout.ts";
import { reasonIn } from "./reasons.rules.ts";

const initdbOptions =
  "-U postgres -A trust -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync --no-instructions";

/** Creates the cluster in a temporary folder and renames it: an incomplete one is never seen. */
export function createCluster(layout: Layout): void {
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
    // A concurrent start was faster.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Removes the folders left by starts that were killed. */
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

/** Returns whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Probes before creating: where folders cannot be created, a recursive mkdir may loop forever. */
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
