import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startPostgres, type EmbeddedPostgres } from "../src/core/postgres/postgres.ts";
import { spawnServerProcess, startServerProcess, type ServerProcess } from "./serverProcess.ts";
import { patience } from "./patience.ts";

/* A real server with its own PostgreSQL, which fails in every possible way. */

// In polls rather than time, since a busy machine is slow at each.
const withinASecond = 50;

let folder: string;
let postgres: EmbeddedPostgres;
let server: ServerProcess;
let admin: pg.Client;
const settings = () => ({
  DATABASE_URL: postgres.url("market"),
  DATA_DIR: path.join(folder, "data"),
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-outage-"));
  await startDatabase();
  await admin.query("create database market");
  server = await startServerProcess(settings());
});
afterAll(async () => {
  await server.kill();
  await admin.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startDatabase(): Promise<void> {
  postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), fast: true });
  await connect();
}
async function connect(): Promise<void> {
  admin = new pg.Client({ connectionString: postgres.url() });
  admin.on("error", () => {});
  await admin.connect();
}

interface Answer {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: { code?: string; detail?: string };
}
async function post(where: string, body: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${where}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    retryAfter: response.headers.get("retry-after"),
    body: text ? JSON.parse(text) : {},
  };
}

let people = 0;
/** Writes in a transaction and posts a mail. */
const register = () =>
  post("/auth/register", {
    username: `person-${++people}@company.example`,
    password: "harbour lights at dusk",
    firstName: "Per",
    lastName: "Son",
  });
/** The sent mails, in the folder used without a mail server. */
const mailed = async (username: string) => {
  const mails = path.join(folder, "data/mails");
  const names = await readdir(mails).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(path.join(mails, name), "utf8")));
  return texts.some((text) => text.includes(`To: ${username}`));
};

/** Locks a table until released: transactions that write to it are blocked midway. */
async function lockUsers() {
  const client = new pg.Client({ connectionString: postgres.url("market") });
  client.on("error", () => {});
  await client.connect();
  await client.query("begin; lock table users in access exclusive mode");
  return { release: () => client.end() };
}
async function someoneWaits(count: number): Promise<number[]> {
  return await vi.waitFor(async () => {
    const { rows } = await admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = 'market'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
    return rows.map(({ pid }) => pid);
  }, patience);
}

async function expectWholeAnswers(answers: Answer[]): Promise<void> {
  for (const { status, type, retryAfter, body } of answers) {
    if (status < 300) continue;
    expect({ status, type, retryAfter, code: body.code }).toEqual({
      status: 503,
      type: "application/problem+json",
      retryAfter: "5",
      code: "UNAVAILABLE",
    });
  }
  expect(server.child.exitCode).toBeNull();
}

async function expectJobsRun(): Promise<void> {
  const answer = await register();
  expect(answer.status).toBeLessThan(300);
  const username = `person-${people}@company.example`;
  await vi.waitFor(async () => expect(await mailed(username)).toBe(true), patience);
}

test("Connections ended by an administrator within transactions only abort these", async () => {
  const blocker = await lockUsers();
  const cut = [register(), register(), register()];
  const pids = await someoneWaits(3);
  await admin.query("select pg_terminate_backend(pid) from unnest($1::integer[]) pid", [pids]);

  const answers = await Promise.all(cut);
  await blocker.release();

  await expectWholeAnswers(answers);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await server.becomesReady()).refusals).toBeLessThan(withinASecond);
  await expectJobsRun();
});

test("A killed backend, which ends all others, only aborts work in progress", async () => {
  const blocker = await lockUsers();
  const cut = [register(), register()];
  const [pid] = await someoneWaits(2);
  process.kill(pid!, "SIGKILL");

  await expectWholeAnswers(await Promise.all(cut));
  await blocker.release();

  await vi.waitFor(connect, { ...patience, interval: 20 });
  expect((await server.becomesReady()).refusals).toBeLessThan(withinASecond);
  await expectJobsRun();
});

const schemaLock = 1_146_001;
async function acquireLock(lock: number) {
  const client = new pg.Client({ connectionString: postgres.url("market") });
  client.on("error", () => {});
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [lock]);
  return { release: () => client.end() };
}

test.each([
  ["makes the schema", schemaLock],
  ["looks for other servers", 1_146_009],
])("A start that loses the database while it %s ends with one sentence", async (_, lock) => {
  const blocker = await acquireLock(lock);
  const starting = await spawnServerProcess(settings());
  const exited = once(starting.child, "close");

  const [pid] = await someoneWaits(1);
  await admin.query("select pg_terminate_backend($1)", [pid]);
  const [code] = await exited;
  await blocker.release();

  expect(code).toBe(1);
  expect(starting.output().trim()).toBe(
    "The start was interrupted, start again: terminating connection due to administrator command",
  );
});

test("A start on a full disk ends with one sentence that asks for space", async () => {
  await admin.query("create database full_disk");
  const url = postgres.url("full_disk");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create function full_disk() returns event_trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
    end $$;
    create event trigger full_disk on ddl_command_start when tag in ('CREATE INDEX')
      execute function full_disk()`);
  await client.end();
  const starting = await spawnServerProcess({ ...settings(), DATABASE_URL: url });
  const [code] = await once(starting.child, "close");

  expect(code).toBe(1);
  expect(starting.output()).toMatch(
    /^The disk is full, free some space and start again: The schema's .*No space left on device$/m,
  );
  expect(starting.output().match(/No space/g)).toHaveLength(1);
});

test("A start ends when its launcher dies, at any time", async () => {
  const blocker = await acquireLock(schemaLock);
  const early = await spawnServerProcess(settings());
  early.child.disconnect();
  const [earlyCode] = await once(early.child, "exit");
  const late = await spawnServerProcess(settings());
  await someoneWaits(1);
  late.child.disconnect();
  const [lateCode] = await once(late.child, "exit");
  await blocker.release();

  expect([earlyCode, early.output(), lateCode, late.output()]).toEqual([1, "", 1, ""]);
});

describe("An ordinary restart of the database under load", () => {
  test("answers 503 while it lasts, and serves within a second of its end", async () => {
    let going = true;
    const answers: Answer[] = [];
    const lines = server.output().split("\n").length;
    const begun = performance.now();
    const buyers = Array.from({ length: 10 }, async () => {
      while (going) answers.push(await register());
    });
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(20), patience);
    await postgres.stop();
    await vi.waitFor(
      () => expect(answers.some(({ status }) => status === 503)).toBe(true),
      patience,
    );
    const [ready, refused] = [await server.status("/health/ready"), await register()];
    await startDatabase();
    const { refusals } = await server.becomesReady();
    going = false;
    await Promise.all(buyers);

    expect(ready).toBe(503);
    expect(refused.status).toBe(503);
    expect(refusals).toBeLessThan(withinASecond);
    await expectWholeAnswers(answers.filter(({ status }) => status !== 429));
    const logged = server
      .output()
      .split("\n")
      .slice(lines - 1);
    const seconds = (performance.now() - begun) / 1000;
    expect(logged.length).toBeLessThan(seconds + 3);
    expect(logged.join("\n")).not.toMatch(/^\s+at |Client \{/m);
    await expectJobsRun();
  });
});
