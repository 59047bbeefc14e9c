import { readFileSync } from "node:fs";

// What Linux counts in, unless somebody built it otherwise.
const ticksPerSecond = 100;

/**
 * Milliseconds that this process and the processes of a PostgreSQL server have worked until now, those included that are
 * gone again, such as parallel workers. Unlike the time that passed it says nothing of what else the machine does.
 * Undefined where the system does not tell: only Linux does.
 */
export function processorMs(postmasterPid: number): number | undefined {
  try {
    const children = read(`/proc/${postmasterPid}/task/${postmasterPid}/children`);
    const alive = children
      .split(" ")
      .filter(Boolean)
      .reduce((sum, pid) => sum + nanosecondsOf(pid), 0);
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + alive / 1e6 + msOfTheGone(postmasterPid);
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds that a process, with all of its threads, has worked until now; with its children, those that are gone
 * included. Only Linux tells.
 */
export function workedMs(pid: number, { withChildren = false } = {}): number {
  const fields = fieldsOf(pid);
  const own = ticksOf(fields, 11);
  if (!withChildren) return own;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return children.reduce(
    (sum, child) => sum + nanosecondsOf(child) / 1e6,
    own + ticksOf(fields, 13),
  );
}

/** What a process has in memory at the moment, in megabytes. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))![1]) / 1024;
}

const read = (file: string) => readFileSync(file, "utf8");

function nanosecondsOf(pid: string): number {
  try {
    return Number(read(`/proc/${pid}/schedstat`).split(" ")[0]);
  } catch {
    // It has ended meanwhile, and is counted with the gone.
    return 0;
  }
}

const msOfTheGone = (postmasterPid: number) => ticksOf(fieldsOf(postmasterPid), 13);

/** What stands in the line of a process behind its name in brackets, which may have blanks. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Of user and system, which stand side by side: its own at 11, of its children that are gone at 13. */
const ticksOf = (fields: readonly string[], at: number) =>
  ((Number(fields[at]) + Number(fields[at + 1])) * 1000) / ticksPerSecond;
