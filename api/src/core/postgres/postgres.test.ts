import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { StartupError } from "../startup.ts";
import { createLayout } from "./layout.ts";
import { startPostgres, type EmbeddedPostgres } from "./postgres.ts";
import { patience } from "../../../test/patience.ts";

let made: string;
let folder: string;
let dataDir: string;
const started: (EmbeddedPostgres | ChildProcess)[] = [];

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), "tonneline-made-"));
  await (await startPostgres({ dataDir: path.join(made, "postgres"), fast: true })).stop();
});
afterAll(() => rm(made, { recursive: true }));
beforeEach(async () => {
  // Private and with a space in its name, as a home folder may be.
  folder = await mkdtemp(path.join(tmpdir(), "tonneline test "));
  dataDir = path.join(folder, "data/postgres");
});
afterEach(async () => {
  // In reverse, as an attached process would take over from an owner that stops.
  for (const each of started.splice(0).reverse()) {
    if ("stop" in each) await each.stop();
    else await kill(each);
  }
  // A server whose owner was killed may still be writing its last pages.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** Copies a server's data folder: creating a new one takes longer than most of what is tested. */
function copyDataDir(): void {
  mkdirSync(path.dirname(dataDir));
  // Preserves the owner, who may differ from the current user. If the copy fails, a new one is created.
  spawnSync("cp", ["-a", path.join(made, "postgres"), dataDir]);
}

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, fast: true });
  started.push(server);
  return server;
}

/** Starts the server from another process, which then stays alive. */
async function startInOtherProcess(): Promise<ChildProcess> {
  const module = path.join(import.meta.dirname, "postgres.ts");
  const code = `import { startPostgres } from ${JSON.stringify(module)};
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log("ready");
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(owner);
  await once(owner.stdout!, "data");
  return owner;
}

async function kill(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return;
  owner.kill("SIGKILL");
  await once(owner, "exit");
}

/** The server's process id. */
async function pid(): Promise<number> {
  const text = await readFile(path.join(dataDir, "postmaster.pid"), "utf8").catch(() => "0");
  return Number(text.split("\n")[0]);
}

/** Whether a process is running; zombies do not count. */
function processExists(number: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${number}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function query(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test("a new folder becomes a database that keeps its rows across a stop", async () => {
  const first = await start();
  expect(first.attached).toBe(false);
  await query(first, "create table tonnes as select 42 as credits");
  await first.stop();

  const second = await start();

  expect(await query(second, "select credits from tonnes")).toEqual([{ credits: 42 }]);
  expect(await query(second, "show jit")).toEqual([{ jit: "off" }]);
});

test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "root is told not to start what is in another account's private folder",
  async () => {
    const programs = path.join(folder, "native");
    for (const file of ["bin/postgres", "lib/libpq.so.5"]) {
      await mkdir(path.dirname(path.join(programs, file)), { recursive: true });
      await writeFile(path.join(programs, file), "", { mode: 0o755 });
    }
    await chmod(programs, 0o700);
    await expect(createLayout(dataDir, programs)).resolves.toMatchObject({ native: programs });
    await chown(programs, 65534, 65534);
    await expect(createLayout(dataDir, programs)).rejects.toThrow(
      "which belongs to another account: start as that account",
    );
  },
);

test("a second start attaches, and its stop leaves the first one running", async () => {
  copyDataDir();
  await startInOtherProcess();
  const second = await start();
  expect(second.attached).toBe(true);

  await second.stop();

  expect(await query(second, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("of two starts at once one starts the server and the other attaches", async () => {
  const servers = await Promise.all([start(), start()]);

  expect(servers.map(({ attached }) => attached).sort()).toEqual([false, true]);
  for (const server of servers) {
    expect(await query(server, "select 1 as one")).toEqual([{ one: 1 }]);
  }
});

test("a kill -9 of the owner ends the server, and the next start succeeds at once", async () => {
  copyDataDir();
  const owner = await startInOtherProcess();
  const attached = await start();
  await query(attached, "create table tonnes as select 7 as credits");

  await kill(owner);
  const next = await start();

  expect(await query(next, "select credits from tonnes")).toEqual([{ credits: 7 }]);
});

test("after a kill -9 of the server itself its owner recovers it", async () => {
  copyDataDir();
  const logged: string[] = [];
  const server = await startPostgres({ dataDir, log: (line) => logged.push(line) });
  started.push(server);
  await query(server, "create table tonnes as select 7 as credits");
  const before = await pid();

  process.kill(before, "SIGKILL");

  await vi.waitFor(async () => expect(await pid()).not.toBe(before), patience);
  await vi.waitFor(
    async () => expect(await query(server, "select credits from tonnes")).toEqual([{ credits: 7 }]),
    patience,
  );
  await vi.waitFor(
    () =>
      expect(logged).toEqual(["PostgreSQL had ended and was restarted: it was ended by SIGKILL"]),
    patience,
  );
});

test("an attached process survives a moment without a free file descriptor", async () => {
  copyDataDir();
  await start();
  const module = path.join(import.meta.dirname, "postgres.ts");
  const code = `import { closeSync, openSync } from "node:fs";
    import { startPostgres } from ${JSON.stringify(module)};
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fast: true });
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {}
    setTimeout(() => {
      for (const file of files) closeSync(file);
      process.exit(7);
    }, 1000);`;
  const limited = ["-c", 'ulimit -n 256; exec "$0" "$@"', process.execPath];
  const attached = spawn("sh", [...limited, "--input-type=module", "-e", code], {
    stdio: "ignore",
  });
  started.push(attached);
  expect(await once(attached, "exit")).toEqual([7, null]);
});

test("an attached process takes over when the owner is gone", async () => {
  copyDataDir();
  const owner = await startInOtherProcess();
  const attached = await start();
  await query(attached, "create table tonnes as select 7 as credits");
  const before = await pid();

  await kill(owner);

  await vi.waitFor(
    async () => expect(await query(attached, "select credits from tonnes")).toHaveLength(1),
    patience,
  );
  expect(await pid()).not.toBe(before);
});

test("a server that keeps ending is given up with one sentence", async () => {
  copyDataDir();
  const lost: Error[] = [];
  const server = await startPostgres({ dataDir, fast: true, onLost: (error) => lost.push(error) });
  started.push(server);
  // It cannot start without this any more.
  await rename(path.join(dataDir, "global/pg_control"), path.join(dataDir, "global/gone"));
  process.kill(await pid(), "SIGKILL");

  await vi.waitFor(() => expect(lost).toHaveLength(1), patience);

  expect(lost[0]).toBeInstanceOf(StartupError);
  expect(lost[0]!.message).toMatch(/^PostgreSQL keeps ending in [^\n]+$/);
});

describe("a server that does not stop when it is told to", () => {
  /** Freezes a process, so that only a kill reaches it. */
  async function freeze(who: "server" | "checkpointer"): Promise<number> {
    const server = await pid();
    if (who === "server") {
      process.kill(server, "SIGSTOP");
      return server;
    }
    const [row] = await query(
      await start(),
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    process.kill((row as { pid: number }).pid, "SIGSTOP");
    return server;
  }
  test.each(["server", "checkpointer"] as const)(
    "ends within ten seconds if its %s hangs, and starts again",
    async (who) => {
      copyDataDir();
      const owned = await startPostgres({ dataDir });
      await query(owned, "create table tonnes as select 7 as credits");
      const frozen = await freeze(who);
      const begun = performance.now();

      await owned.stop();

      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(processExists(frozen)).toBe(false);
      const next = await start();
      expect(await query(next, "select credits from tonnes")).toEqual([{ credits: 7 }]);
    },
  );

  test.each(["server", "checkpointer"] as const)(
    "is ended by the next start when its owner is dead and its %s hangs",
    async (who) => {
      copyDataDir();
      const owner = await startInOtherProcess();
      const frozen = await freeze(who);
      for (const attached of started.splice(1)) await (attached as EmbeddedPostgres).stop();
      // Told to shut down cleanly: it begins to, and never ends.
      process.kill(frozen, "SIGINT");
      await kill(owner);

      const next = await start();

      expect(await query(next, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(next.attached).toBe(false);
      expect(processExists(frozen)).toBe(false);
    },
  );

  test("is ended and restarted by its owner when another process told it to stop", async () => {
    copyDataDir();
    const server = await start();
    const before = await pid();
    const client = new pg.Client({ connectionString: server.url() });
    client.on("error", () => {});
    await client.connect();
    // It waits for this connection, and accepts no others meanwhile.
    process.kill(before, "SIGTERM");

    await vi.waitFor(async () => expect(await pid()).not.toBe(before), patience);
    await vi.waitFor(
      async () => expect(await query(server, "select 1 as one")).toHaveLength(1),
      patience,
    );
  });
});

test("backends that outlived a killed server do not keep the next one from starting", async () => {
  copyDataDir();
  const owner = await startInOtherProcess();
  const attached = await start();
  const [row] = await query(attached, "select pg_backend_pid() as pid");
  expect(row).toBeDefined();
  const client = new pg.Client({ connectionString: attached.url() });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  process.kill(rows[0]!.pid, "SIGSTOP");
  const server = await pid();
  await attached.stop();
  await kill(owner);
  // Whether or not the server itself stopped cleanly: none of it may remain.
  try {
    process.kill(server, "SIGKILL");
  } catch {
    // It has.
  }

  const next = await start();

  expect(await query(next, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(processExists(rows[0]!.pid)).toBe(false);
});

test("a pid file with a reused process id is no obstacle", async () => {
  copyDataDir();
  await (await start()).stop();
  await writeFile(path.join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n`);

  const server = await start();

  expect(server.attached).toBe(false);
  expect(await query(server, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a socket's lock file is no obstacle, truncated or with a reused process id", async () => {
  copyDataDir();
  const before = await start();
  const socketDir = new URL(before.url()).searchParams.get("host")!;
  await before.stop();
  const other = spawn("sleep", ["60"]);
  started.push(other);

  for (const text of ["", `${other.pid}\n`]) {
    await writeFile(path.join(socketDir, ".s.PGSQL.5432.lock"), text);
    const server = await start();
    expect(server.attached).toBe(false);
    await server.stop();
  }
});

test("a folder that cannot be created ends the start with a sentence that names the setting", async () => {
  await writeFile(path.join(folder, "data"), "a file is in the way");

  const failed = await start().catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(StartupError);
  expect((failed as Error).message).toMatch(/^[^\n]*cannot be written[^\n]*DATA_DIR[^\n]*$/);
});

test("a damaged database ends the start with a sentence that names the folder", async () => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, "PG_VERSION"), "18\n");

  const failed = await start().catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(StartupError);
  expect((failed as Error).message).toMatch(/^PostgreSQL did not start in [^\n]+$/);
});
