import { readFileSync, readdirSync } from "node:fs";

/** Living processes that a process has started. Empty when it is gone. */
export function childrenOf(pid: number): number[] {
  return allProcesses()
    .filter(({ parent }) => parent === pid)
    .map(({ pid: child }) => child);
}

/** Whatever works for a data folder: launchers, servers and the masters of its database, orphans too. */
export function processesOf(dataDir: string): number[] {
  return allProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => {
      const isDatabase = / -D (\S+)/.exec(commandOf(pid))?.[1]?.startsWith(`${dataDir}/`) ?? false;
      return isDatabase || read(`/proc/${pid}/environ`).split("\0").includes(`DATA_DIR=${dataDir}`);
    });
}

/** Program and arguments with blanks between, or what the process calls itself since; empty when it is gone. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** A process that is gone but was not yet asked for by its parent does not live. */
export function isAlive(pid: number): boolean {
  const state = /\) (\w)/.exec(read(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== "Z";
}

/** Sends a signal; false when the process was gone. */
export function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function allProcesses(): { pid: number; parent: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isAlive)
    .map((pid) => {
      // The name in parentheses may hold blanks; the parent is the second field after it.
      const parent = Number(read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1]);
      return { pid, parent };
    });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
