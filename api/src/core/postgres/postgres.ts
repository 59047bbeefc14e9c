import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "../startup.ts";
import { layOut, succeeds, type Layout } from "./layout.ts";

export interface EmbeddedPostgres {
  url(database?: string): string;
  /** The server was running already, under another process that owns it. */
  attached: boolean;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
}

const startLimitMs = 30_000;
const pollEveryMs = 25;
const giveUpMs = 2000;

const settings = {
  shared_buffers: "256MB",
  work_mem: "16MB",
  effective_cache_size: "1GB",
  random_page_cost: "1.1",
  max_connections: "200",
  jit: "off",
};
// For tests: a crash may lose everything.
const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

const initdbOptions =
  "-U postgres -A trust -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync --no-instructions";

/**
 * Starts a private PostgreSQL in a folder, or attaches to the one that runs there. It listens on a Unix socket only and
 * stops when this process dies, however it dies. Throws StartupError when it cannot.
 */
export async function startPostgres(options: {
  dataDir: string;
  fast?: boolean;
}): Promise<EmbeddedPostgres> {
  const layout = await layOut(options.dataDir);
  makeCluster(layout);
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const server = isRunning(layout) ? undefined : spawnServer(layout, options.fast ?? false);
    if (!(await becomesReady(layout, server, deadline))) continue;
    // Of two starts at once, the one that came second sees the other's server answer before its own gives up.
    if (server && pidIn(layout) !== server.pid) await server.ends(giveUpMs);
    return {
      url: (database = "postgres") => urlOf(layout, database),
      attached: server === undefined || server.hasEnded(),
      stop: async () => server?.stop(),
    };
  }
}

function urlOf(layout: Layout, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}`;
}

function spawnOptions(layout: Layout) {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: "/", env, ...layout.identity };
}

/** Makes the cluster aside and renames it, so that a half-made one is never seen. */
function makeCluster(layout: Layout): void {
  const { dataDir, wrap, native } = layout;
  if (existsSync(path.join(dataDir, "PG_VERSION"))) return;
  makeFolder(path.dirname(dataDir));
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
    const why = made.error?.message ?? `${made.stderr}${made.stdout}`.trim().split("\n").at(-1);
    throw new StartupError(`The database could not be made in ${dataDir}: ${why}`);
  }
  try {
    renameSync(unfinished, dataDir);
  } catch {
    // Another start was quicker.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Looks before it makes: in a folder that takes no folders, a recursive mkdir may try for ever. */
function makeFolder(folder: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  try {
    const probe = path.join(existing, `.tonneline-${process.pid}`);
    mkdirSync(probe);
    rmdirSync(probe);
    mkdirSync(folder, { recursive: true });
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

const pidFileOf = ({ dataDir }: Layout) => path.join(dataDir, "postmaster.pid");

function pidIn(layout: Layout): number | undefined {
  try {
    return Number(readFileSync(pidFileOf(layout), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}

function isRunning(layout: Layout): boolean {
  const pidFile = pidFileOf(layout);
  if (!existsSync(pidFile)) return false;
  try {
    const pid = pidIn(layout) ?? NaN;
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")) return true;
  } catch {
    // No such process, or it ended while we looked.
  }
  // Left by a kill -9; the number may belong to another program by now, which would keep PostgreSQL from starting.
  rmSync(pidFile, { force: true });
  return false;
}

interface Server {
  pid: number | undefined;
  hasEnded(): boolean;
  /** Waits until it has ended, but not longer than so long. */
  ends(withinMs: number): Promise<void>;
  log(): string;
  stop(): Promise<void>;
}

function spawnServer(layout: Layout, fast: boolean): Server {
  const { dataDir, socketDir, wrap, native } = layout;
  const set = {
    ...settings,
    ...(fast && fastSettings),
    listen_addresses: "",
    unix_socket_directories: socketDir,
  };
  // The kernel stops the server when this process dies, whatever kills it.
  const onDeath = succeeds("setpriv", "--pdeathsig", "INT", "true")
    ? ["setpriv", "--pdeathsig", "INT"]
    : [];
  const command = [
    ...wrap,
    ...onDeath,
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
  return serverOf(child);
}

function serverOf(child: ChildProcess): Server {
  let log = "";
  let ended = false;
  child.stderr!.on("data", (chunk) => (log = (log + String(chunk)).slice(-8000)));
  const end = new Promise<void>((resolve) => {
    child.once("exit", () => {
      ended = true;
      resolve();
    });
    child.once("error", () => {
      ended = true;
      resolve();
    });
  });
  // It must not keep this process alive on its own.
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return {
    pid: child.pid,
    hasEnded: () => ended,
    ends: (withinMs) => Promise.race([end, sleep(withinMs, undefined, { ref: false })]),
    log: () => log,
    stop: async () => {
      if (ended) return;
      child.ref();
      child.kill("SIGINT");
      await end;
    },
  };
}

// What the server says when another one has the folder still, or again.
const takenElsewhere = /lock file .* already exists|pre-existing shared memory block/;

/**
 * Waits until the server answers. False: it was about to end, as after a kill -9 of its owner, and the folder is free
 * to start anew.
 */
async function becomesReady(
  layout: Layout,
  server: Server | undefined,
  deadline: number,
): Promise<boolean> {
  while (!(await answers(layout))) {
    const late = Date.now() > deadline;
    const nobodyStarts = (server === undefined || server.hasEnded()) && !isRunning(layout);
    if (nobodyStarts && !late && (!server || takenElsewhere.test(server.log()))) return false;
    if (nobodyStarts || late) {
      await server?.stop();
      const why = server?.log().trim().split("\n").at(-1) ?? "it does not answer";
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
