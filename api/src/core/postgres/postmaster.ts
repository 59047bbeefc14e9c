import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnOptions, succeeds, type Layout } from "./layout.ts";
import { killAll, ownerSetting, quitLimitMs } from "./processes.ts";
import { reasonIn } from "./reasons.rules.ts";

/** The server that this process started. */
export interface Postmaster {
  pid: number | undefined;
  hasEnded(): boolean;
  /** Waits until it has ended, at most `withinMs`. */
  ends(withinMs: number): Promise<void>;
  /** The server's own reason why it ended or did not start. */
  lastError(): string;
  log(): string;
  /** Stops it: a fast shutdown, then an immediate one without writing to disk, then a kill. */
  stop(): Promise<void>;
}

const settings = {
  shared_buffers: "256MB",
  work_mem: "16MB",
  effective_cache_size: "1GB",
  random_page_cost: "1.1",
  max_connections: "200",
  jit: "off",
};
// For tests: a crash may lose everything, and their tables are too small for parallel queries.
const fastSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_parallel_workers_per_gather: "0",
};

// Long enough to flush memory to disk; a server in recovery may ignore the first signal.
const stopLimitMs = 4000;

/**
 * Starts the server. When this process dies for any reason, the kernel ends the server at once, as no process is left to wait
 * for it; the next start recovers.
 */
export function spawnPostmaster(layout: Layout, fast: boolean): Postmaster {
  const { dataDir, socketDir, wrap, native } = layout;
  const set = {
    ...settings,
    ...(fast && fastSettings),
    ...ownerSetting,
    listen_addresses: "",
    unix_socket_directories: socketDir,
  };
  const parentDeathSignal = ["setpriv", "--pdeathsig", "QUIT"];
  const command = [
    ...wrap,
    ...(succeeds(parentDeathSignal[0]!, ...parentDeathSignal.slice(1), "true")
      ? parentDeathSignal
      : []),
    path.join(native, "bin/postgres"),
    "-D",
    dataDir,
    ...Object.entries(set).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const child = spawn(command[0]!, command.slice(1), {
    ...spawnOptions(layout),
    stdio: ["ignore", "ignore", "pipe"],
    // Ctrl-C in the terminal is for us: we stop the server when our own work is done.
    detached: true,
  });
  return postmasterOf(child, dataDir);
}

function postmasterOf(child: ChildProcess, dataDir: string): Postmaster {
  let log = "";
  let ended = false;
  let signal: NodeJS.Signals | null = null;
  child.stderr!.on("data", (chunk) => (log = (log + String(chunk)).slice(-8000)));
  const end = new Promise<void>((resolve) => {
    const onEnd = () => {
      ended = true;
      resolve();
    };
    child.once("exit", (_code, by) => {
      signal = by;
      onEnd();
    });
    child.once("error", onEnd);
  });
  const ends = (withinMs: number) =>
    Promise.race([end, sleep(withinMs, undefined, { ref: false })]);
  // It must not keep this process alive by itself.
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return {
    pid: child.pid,
    hasEnded: () => ended,
    ends,
    log: () => log,
    lastError() {
      if (signal) return `it was ended by ${signal}`;
      return reasonIn(log);
    },
    async stop() {
      child.ref();
      if (!ended) child.kill("SIGINT");
      await ends(stopLimitMs);
      if (!ended) child.kill("SIGQUIT");
      await ends(quitLimitMs);
      if (!ended) killAll(dataDir);
      if (!ended) child.kill("SIGKILL");
      await end;
    },
  };
}
