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

const read = (file: string) => readFileSync(file, "utf8");

function nanosecondsOf(pid: string): number {
  try {
    return Number(read(`/proc/${pid}/schedstat`).split(" ")[0]);
  } catch {
    // It has ended meanwhile, and is counted with the gone.
    return 0;
  }
}

function msOfTheGone(postmasterPid: number): number {
  const stat = read(`/proc/${postmasterPid}/stat`);
  // After the name in brackets, which may have blanks: cutime and cstime are the 16th and 17th of the line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
}
