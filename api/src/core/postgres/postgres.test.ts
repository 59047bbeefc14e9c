import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartupError } from "../startup.ts";
import { startPostgres, type EmbeddedPostgres } from "./postgres.ts";

let folder: string;
let dataDir: string;
const started: (EmbeddedPostgres | ChildProcess)[] = [];

beforeEach(async () => {
  // Closed to others and with a space in its name, as a home folder may be.
  folder = await mkdtemp(path.join(tmpdir(), "tonneline test "));
  dataDir = path.join(folder, "data/postgres");
});
afterEach(async () => {
  for (const each of started.splice(0)) {
    if ("stop" in each) await each.stop();
    else await kill(each);
  }
  // A server whose owner was killed may still be writing its last pages.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, fast: true });
  started.push(server);
  return server;
}

/** Starts the server from another process, which then just stays. */
async function startElsewhere(): Promise<ChildProcess> {
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

async function query(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test("a new folder becomes a database that keeps its rows over a stop", async () => {
  const first = await start();
  expect(first.attached).toBe(false);
  await query(first, "create table tonnes as select 42 as credits");
  await first.stop();

  const second = await start();

  expect(await query(second, "select credits from tonnes")).toEqual([{ credits: 42 }]);
  expect(await query(second, "show jit")).toEqual([{ jit: "off" }]);
});

test("a second start attaches, and its stop leaves the first one running", async () => {
  await startElsewhere();
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

test("a kill -9 of the owner ends the server, and the next start comes at once", async () => {
  const owner = await startElsewhere();
  const attached = await start();
  await query(attached, "create table tonnes as select 7 as credits");

  await kill(owner);
  const next = await start();

  expect(next.attached).toBe(false);
  expect(await query(next, "select credits from tonnes")).toEqual([{ credits: 7 }]);
});

test("a kill -9 of the server itself is recovered from", async () => {
  await startElsewhere();
  const attached = await start();
  await query(attached, "create table tonnes as select 7 as credits");
  const pid = Number((await readFile(path.join(dataDir, "postmaster.pid"), "utf8")).split("\n")[0]);

  process.kill(pid, "SIGKILL");
  const next = await start();

  expect(next.attached).toBe(false);
  expect(await query(next, "select credits from tonnes")).toEqual([{ credits: 7 }]);
});

test("a pid file whose number another program has by now is no obstacle", async () => {
  await (await start()).stop();
  await writeFile(path.join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n`);

  const server = await start();

  expect(server.attached).toBe(false);
  expect(await query(server, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a folder that cannot be made ends with one sentence that names the setting", async () => {
  await writeFile(path.join(folder, "data"), "a file is in the way");

  const failed = await start().catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(StartupError);
  expect((failed as Error).message).toMatch(/^[^\n]*cannot be written[^\n]*DATA_DIR[^\n]*$/);
});

test("a damaged database ends with one sentence that names the folder", async () => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, "PG_VERSION"), "18\n");

  const failed = await start().catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(StartupError);
  expect((failed as Error).message).toMatch(/^PostgreSQL did not start in [^\n]+$/);
});
