import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

// Processes are read from /proc, which only Linux has.

interface ServerProcess {
  pid: number;
  parent: number;
  /** The process that started the server; undefined if it was not one of ours. */
  owner: number | undefined;
  /** A connection's backend or another child process of the server. */
  isBackend: boolean;
}

/** One of the server's arguments, by which any process can check whether its owner is alive. */
export const ownerSetting = { cluster_name: `tonneline-${process.pid}` };
const ownerPattern = /\0cluster_name=tonneline-(\d+)\0/;

/** Returns the processes of a data folder's server, which have it as their working directory. */
function processesIn(dataDir: string): ServerProcess[] {
  if (process.platform !== "linux" || !existsSync(dataDir)) return [];
  const folder = realpathSync(dataDir);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, folder))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        if (!stat.includes("(postgres)")) return [];
        // After the name in parentheses: the state, the parent.
        const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        // A zombie holds no resources any more.
        if (state === "Z") return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        const owner = ownerPattern.exec(command)?.[1];
        return [
          {
            pid,
            parent: Number(parent),
            owner: owner === undefined ? undefined : Number(owner),
            isBackend: command.startsWith("postgres: "),
          },
        ];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Returns those whose parent is not in the server: the server itself, and child processes that outlived one. */
function topmost(dataDir: string): ServerProcess[] {
  const all = processesIn(dataDir);
  const pids = new Set(all.map(({ pid }) => pid));
  return all.filter(({ parent }) => !pids.has(parent));
}

/** A server whose owner is gone for any reason, or a child process whose server is gone. */
const isOrphan = ({ parent, owner, isBackend }: ServerProcess) =>
  isBackend || (owner ?? parent) !== parent;

/** Returns whether a server with a living owner works in the data folder. */
export function hasServer(dataDir: string): boolean {
  return topmost(dataDir).some((each) => !isOrphan(each));
}

/**
 * Ends the processes in a data folder that have no living owner: with an immediate shutdown without writing to disk, from which
 * a start recovers. Processes that do not respond are killed.
 */
export async function endOrphans(dataDir: string): Promise<void> {
  for (const [signal, limitMs] of [
    ["SIGQUIT", quitLimitMs],
    ["SIGKILL", 5000],
  ] as const) {
    const deadline = Date.now() + limitMs;
    for (;;) {
      const orphans = topmost(dataDir).filter(isOrphan);
      if (orphans.length === 0) return;
      // Repeatedly: once a server is gone, its child processes are orphans too.
      for (const { pid } of orphans) send(pid, signal);
      if (Date.now() > deadline) break;
      await sleep(pollEveryMs);
    }
  }
}

/** How long an immediate shutdown of a server may take. */
export const quitLimitMs = 2000;
const pollEveryMs = 25;

/** Kills the server of a data folder with all its processes. */
export function killAll(dataDir: string): void {
  for (const { pid } of processesIn(dataDir)) send(pid, "SIGKILL");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
