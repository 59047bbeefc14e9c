import { readFileSync, readdirSync } from "node:fs";

/** The living child processes of a process. Empty if it has exited. */
export function childrenOf(pid: number): number[] {
  return allProcesses()
    .filter(({ parent }) => parent === pid)
    .map(({ pid: child }) => child);
}

/** All processes that work for a data folder: launchers, servers and its database's postmasters, orphans included. */
export function processesOf(dataDir: string): number[] {
  return allProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => {
      const isDatabase = / -D (\S+)/.exec(commandOf(pid))?.[1]?.startsWith(`${dataDir}/`) ?? false;
      return isDatabase || read(`/proc/${pid}/environ`).split("\0").includes(`DATA_DIR=${dataDir}`);
    });
}

/** Program and arguments separated by spaces, or the title the process has set; empty if it has exited. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** Whether a process is alive, which zombies are not. */
export function isAlive(pid: number): boolean {
  const state = /\) (\w)/.exec(read(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== "Z";
}

/** Sends a signal; returns false if the process has exited. */
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
      // The name in parentheses may contain spaces; the parent is the second field after it.
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
