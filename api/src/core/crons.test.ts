import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "../../test/database.ts";
import type { Cron } from "./crons.ts";
import { openPool, timeLimits } from "./db.ts";
import { job, startWorker, jobHandler } from "./jobs.ts";

/* Servers on one database with jobs that are due every second, or are overdue. */

const everySecond: Cron = { task: job("test.sweep"), every: "1 second" };
const daily: Cron = { task: job("test.sweep"), every: "1 day", after: "4 hours 7 minutes" };

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
let runs: string[];
const servers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 2, () => {});
  runs = [];
});
afterEach(async () => {
  for (const stop of servers.splice(0)) await stop();
  await pool.end();
  await database.drop();
});

async function aServer(cron: Cron): Promise<() => Promise<void>> {
  const own = openPool(database.url, 6, () => {}, timeLimits.jobs);
  const sweep = job("test.sweep", z.object({ due: z.string() }));
  const sweeps = jobHandler(sweep, async ({ due }) => void runs.push(due));
  const worker = await startWorker(own, sweeps, [cron], 2, () => {});
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= worker.stop().then(() => own.end()));
  servers.push(stop);
  return stop;
}
/** Pretends that the job was last posted at another time. */
async function postedLast(when: string): Promise<void> {
  await pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('test.sweep', now() - interval '2 days', now() + $1::interval)`,
    [when],
  );
}

test("A scheduled job runs once for each due time, whichever of three servers is running", async () => {
  const first = await aServer(everySecond);
  await aServer(everySecond);
  await aServer(everySecond);
  await expect.poll(() => runs.length).toBeGreaterThan(3);
  await first();
  const before = runs.length;
  await expect.poll(() => runs.length).toBeGreaterThan(before + 2);
  expect(new Set(runs).size).toBe(runs.length);
});

test("A scheduled job that was due while no server was running runs once as soon as one is", async () => {
  await postedLast("-3 days");
  await Promise.all([aServer(daily), aServer(daily)]);
  await expect.poll(() => runs.length).toBe(1);
  // Both have polled again by then.
  await aServer(daily);
  expect(runs).toHaveLength(1);
  expect(new Date(runs[0]!).toISOString()).toMatch(/T04:07:00\.000Z$/);
});

test("A server whose clock was fast does not block scheduled jobs", async () => {
  await postedLast("5 hours");
  await aServer(daily);
  await expect.poll(() => runs.length).toBe(1);
});

test("A scheduled job seen for the first time waits for its next due time", async () => {
  await aServer(daily);
  const known = () => pool.query("select from graphile_worker._private_known_crontabs");
  await expect.poll(async () => (await known()).rowCount).toBe(1);
  const { rowCount } = await pool.query("select from graphile_worker._private_jobs");
  expect([rowCount, runs.length]).toEqual([0, 0]);
});

test("A scheduled job taken by a server that is killed is run by another one", async () => {
  await postedLast("-3 days");
  const [db, jobs] = ["db", "jobs"].map((name) =>
    JSON.stringify(import.meta.resolve(`./${name}.ts`)),
  );
  const program = `
    import { openPool } from ${db};
    import { startWorker } from ${jobs};
    const sweep = () => new Promise(() => console.log("at it"));
    await startWorker(openPool(${JSON.stringify(database.url)}, 6, () => {}),
      { "test.sweep": sweep }, [${JSON.stringify({ ...daily, task: { name: "test.sweep" } })}], 1, () => {});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  await aServer(daily);
  expect(runs).toHaveLength(0);
  child.kill("SIGKILL");
  await expect.poll(() => runs.length).toBe(1);
});
