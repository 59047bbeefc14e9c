import { readFileSync } from "node:fs";

// Linux's unit, unless it was built with another.
const ticksPerSecond = 100;

/**
 * CPU milliseconds used so far by this process and the processes of a PostgreSQL server, including those that have
 * exited, such as parallel workers. Unlike elapsed time it does not depend on what else the machine does. Undefined
 * where the system does not report it: only Linux does.
 */
export function processorMs(postmasterPid: number): number | undefined {
  try {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + processCpuMs(postmasterPid, { withChildren: true });
  } catch {
    return undefined;
  }
}

/**
 * CPU milliseconds used so far by a process with all of its threads; `withChildren` adds its children, including those
 * that have exited. Linux only.
 */
export function processCpuMs(pid: number, { withChildren = false } = {}): number {
  const fields = fieldsOf(pid);
  const own = ticksOf(fields, 11);
  if (!withChildren) return own;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return children.reduce(
    (sum, child) => sum + nanosecondsOf(child) / 1e6,
    own + ticksOf(fields, 13),
  );
}

/** Resident memory of a process, in megabytes. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))![1]) / 1024;
}

const read = (file: string) => readFileSync(file, "utf8");

function nanosecondsOf(pid: string): number {
  try {
    return Number(read(`/proc/${pid}/schedstat`).split(" ")[0]);
  } catch {
    // It has exited in the meantime and is counted with those.
    return 0;
  }
}

/** The fields after the process name, which is in parentheses and may contain spaces. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Adjacent user and system times: the process's own at 11, those of its exited children at 13. */
const ticksOf = (fields: readonly string[], index: number) =>
  ((Number(fields[index]) + Number(fields[index + 1])) * 1000) / ticksPerSecond;
