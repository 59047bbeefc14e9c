import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "../startup.ts";
import { isAlive, createCluster } from "./cluster.ts";
import { createLayout, type Layout } from "./layout.ts";
import { spawnPostmaster, type Postmaster } from "./postmaster.ts";
import { endOrphans, hasServer } from "./processes.ts";

export interface EmbeddedPostgres {
  url(database?: string): string;
  /** The server was already running, owned by another process. */
  attached: boolean;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  fast?: boolean;
  /** Called when the server ended unexpectedly, with the outcome. */
  log?: (line: string) => void;
  /** Called when the server cannot be kept running any more. */
  onLost?: (error: StartupError) => void;
}

const pollEveryMs = 25;
const giveUpMs = 2000;
const foreignLimitMs = 30_000;
// A server in recovery gets time: stopped, it would start over next time.
const ownLimitMs = 10 * 60_000;

/**
 * Starts a private PostgreSQL in a folder, on a Unix socket only, or attaches to a running one. The server is restarted if it
 * ends unexpectedly, and stops when this process dies for any reason. Throws StartupError if it cannot be started.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const layout = await createLayout(options.dataDir);
  createCluster(layout);
  const fast = options.fast ?? false;
  const first = await serve(layout, fast);
  const running = keepRunning(layout, first, () => serve(layout, fast), options);
  return {
    url: (database = "postgres") => urlOf(layout, database),
    attached: first === undefined,
    stop: running.stop,
  };
}

/** Ensures that a server responds in the folder. Undefined if another process owns it. */
async function serve(layout: Layout, fast: boolean): Promise<Postmaster | undefined> {
  const begun = Date.now();
  for (;;) {
    await endOrphans(layout.dataDir);
    const runs = isRunning(layout);
    // Left by a kill -9, empty or with a reused process id: PostgreSQL refuses to start in both cases.
    if (!runs) rmSync(path.join(layout.socketDir, ".s.PGSQL.5432.lock"), { force: true });
    const server = runs ? undefined : spawnPostmaster(layout, fast);
    const deadline = begun + (server ? ownLimitMs : foreignLimitMs);
    if (!(await becomesReady(layout, server, deadline))) continue;
    // Of two concurrent starts, the second one sees the other's server respond before its own gives up.
    if (server && pidIn(layout) !== server.pid) await server.ends(giveUpMs);
    return server?.hasEnded() ? undefined : server;
  }
}

const watchEveryMs = 250;
const hangLimitMs = 5000;
// More restarts within a minute indicate a fault that another restart will not fix.
const restartsPerMinute = 5;

/**
 * Restarts the server when it is gone, or hangs after something else told it to stop. Attached processes do so too: the owner
 * may never return. Gives up after some restarts within a minute.
 */
function keepRunning(
  layout: Layout,
  first: Postmaster | undefined,
  start: () => Promise<Postmaster | undefined>,
  { log = () => {}, onLost = () => {} }: Options,
) {
  let server = first;
  let stopped = false;
  let stoppingSince: number | undefined;
  let restarts: number[] = [];
  let work = Promise.resolve();
  const stopping = new AbortController();

  const isGone = () => (server ? server.hasEnded() : !isRunning(layout));
  async function check(): Promise<void> {
    if (server && !isGone() && isStopping(layout)) {
      stoppingSince ??= Date.now();
      if (Date.now() - stoppingSince > hangLimitMs) await server.stop();
    } else {
      stoppingSince = undefined;
    }
    if (isGone() && !stopped) await restart();
  }
  async function restart(): Promise<void> {
    const why = server?.lastError() ?? "its owner is gone";
    restarts = [...restarts.filter((at) => at > Date.now() - 60_000), Date.now()];
    try {
      if (restarts.length > restartsPerMinute) {
        throw new StartupError(`PostgreSQL keeps ending in ${layout.dataDir}: ${why}`);
      }
      // The first time at once, then with growing pauses: a full disk may have space again.
      const pauseMs = restarts.length > 1 ? 250 * 2 ** restarts.length : 0;
      await sleep(pauseMs, undefined, { signal: stopping.signal });
      server = await start();
      log(`PostgreSQL had ended and was restarted: ${why}`);
    } catch (error) {
      if (stopped) return;
      if (restarts.length <= restartsPerMinute) return log((error as Error).message);
      stopped = true;
      clearInterval(timer);
      onLost(error as StartupError);
    }
  }
  let busy = false;
  const timer = setInterval(() => {
    if (busy || stopped) return;
    busy = true;
    // Whether it runs is unknown while no file can be opened: the next check tells.
    work = check()
      .catch(() => {})
      .finally(() => (busy = false));
  }, watchEveryMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      stopped = true;
      stopping.abort();
      clearInterval(timer);
      await work;
      await server?.stop();
    },
  };
}

function urlOf(layout: Layout, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}`;
}

const pidFileOf = ({ dataDir }: Layout) => path.join(dataDir, "postmaster.pid");

/** Returns the lines of the server's pid file: the first is its process id, the eighth its status. */
function pidFileLines(layout: Layout): string[] {
  try {
    return readFileSync(pidFileOf(layout), "utf8").split("\n");
  } catch {
    return [];
  }
}
const pidIn = (layout: Layout) => Number(pidFileLines(layout)[0] ?? NaN);
const isStopping = (layout: Layout) => pidFileLines(layout)[7]?.trim() === "stopping";

function isRunning(layout: Layout): boolean {
  if (!existsSync(pidFileOf(layout))) return false;
  const pid = pidIn(layout);
  const runs = process.platform === "linux" ? hasServer(layout.dataDir) : isAlive(pid);
  // Left by a kill -9; its process id may have been reused, which would prevent PostgreSQL from starting.
  if (!runs && pidIn(layout) === pid) rmSync(pidFileOf(layout), { force: true });
  return runs;
}

// The server's messages if another one still, or again, uses the folder.
const lockedByOther = /lock file .* already exists|pre-existing shared memory block/;

/**
 * Waits until the server responds. Returns false if it was about to end, as after a kill -9 of its owner, and can now be
 * started in the folder.
 */
async function becomesReady(
  layout: Layout,
  server: Postmaster | undefined,
  deadline: number,
): Promise<boolean> {
  while (!(await answers(layout))) {
    const late = Date.now() > deadline;
    const nobodyStarts = (server === undefined || server.hasEnded()) && !isRunning(layout);
    if (nobodyStarts && !late && (!server || lockedByOther.test(server.log()))) return false;
    if (nobodyStarts || late) {
      await server?.stop();
      const why = server?.lastError() ?? "it does not answer";
      throw new StartupError(`PostgreSQL did not start in ${layout.dataDir}: ${why}`);
    }
    await sleep(pollEveryMs);
  }
  return true;
}

async function answers(layout: Layout): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(layout, "postgres"),
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]!.data_directory === layout.dataDir;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
