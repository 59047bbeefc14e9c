import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

// What the kernel tells of processes is read where it tells anything: on Linux.

interface ServerProcess {
  pid: number;
  parent: number;
  /** The process that started the server; unknown of a server that somebody else started. */
  owner: number | undefined;
  /** It serves a connection, or works for the server beside that. */
  isBackend: boolean;
}

/** Stands among the server's arguments, so that any process can see whether its owner still lives. */
export const ownerSetting = { cluster_name: `tonneline-${process.pid}` };
const ownerPattern = /\0cluster_name=tonneline-(\d+)\0/;

/** The processes of the server of a data folder: each works in that folder. */
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
        // One that ended, and that nobody has asked about yet, holds nothing any more.
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
        // It ended while we looked.
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

/** Those that no other process of the server has begun: the server itself, and what outlived one. */
function topmost(dataDir: string): ServerProcess[] {
  const all = processesIn(dataDir);
  const pids = new Set(all.map(({ pid }) => pid));
  return all.filter(({ parent }) => !pids.has(parent));
}

/** A server whose owner is gone, however it went, or what is left of a server that is gone itself. */
const isOrphan = ({ parent, owner, isBackend }: ServerProcess) =>
  isBackend || (owner ?? parent) !== parent;

/** Whether a server works in the data folder that somebody answers for. */
export function hasServer(dataDir: string): boolean {
  return topmost(dataDir).some((each) => !isOrphan(each));
}

/**
 * Ends what no living process answers for in a data folder: at once and without a last word to the disk, which a start
 * recovers from. Whoever does not hear is killed.
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
      // Again and again: with a server gone, those that it left are orphans too.
      for (const { pid } of orphans) send(pid, signal);
      if (Date.now() > deadline) break;
      await sleep(pollEveryMs);
    }
  }
}

/** How long a server may take that was asked to end at once. */
export const quitLimitMs = 2000;
const pollEveryMs = 25;

/** Kills the server of a data folder and all that belongs to it. */
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
