import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "../../test/database.ts";
import { openDb, openPool } from "./db.ts";
import { addJob, releaseJobs, job, startWorker, batchHandler } from "./jobs.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 10, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const fail = (error: unknown) => {
  throw error;
};
const worker = (handle: () => Promise<void>) =>
  startWorker(pool, { "test.work": handle }, [], 1, fail);
/** Pretends that the job was taken long ago. */
const aged = () =>
  pool.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null",
  );
const lockedBy = async () => {
  const { rows } = await pool.query<{ locked_by: string | null }>(
    "select locked_by from graphile_worker._private_jobs",
  );
  return rows.map((row) => row.locked_by);
};

test("A killed server's job is released, a running server's is not", async () => {
  await addJob(openDb(pool), job("test.work"), {});
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-killed', locked_at = now()",
  );
  // Just taken: its worker may not hold its lock yet.
  await releaseJobs(pool);
  expect(await lockedBy()).toEqual(["worker-killed"]);
  await aged();
  await releaseJobs(pool);
  expect(await lockedBy()).toEqual([null]);

  let runs = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const living = await worker(async () => {
    runs++;
    await finished;
  });
  await expect.poll(() => runs).toBe(1);
  const held = await lockedBy();
  await aged();
  await releaseJobs(pool);
  expect(await lockedBy()).toEqual(held);
  finish();
  await expect.poll(lockedBy).toEqual([]);
  await living.stop();
  expect(runs).toBe(1);
});

test("A job whose completion could not be written runs again, and its worker continues", async () => {
  const cutting = openPool(database.url, 2, () => {});
  const cut = openPool(database.url, 8, () => {});
  let runs = 0;
  const holder = await cutting.connect();
  const away: unknown[] = [];
  const going = await startWorker(
    cut,
    {
      "test.work": async () => {
        // The statement that completes the first run waits for the table, and its connection is cut.
        if (++runs === 1) {
          await holder.query("begin; lock table graphile_worker._private_jobs in share mode");
        }
      },
    },
    [],
    1,
    (error) => away.push(error),
  );
  await addJob(openDb(pool), job("test.work"), {});
  const endWaiting = async () => {
    const { rowCount } = await cutting.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~* 'delete from'`,
    );
    return rowCount;
  };
  await expect.poll(endWaiting).toBe(1);
  await holder.query("rollback");
  await expect.poll(() => runs).toBe(2);
  await expect.poll(lockedBy).toEqual([]);
  await addJob(openDb(pool), job("test.work"), {});
  await expect.poll(() => runs).toBe(3);
  expect(away.length).toBeGreaterThan(0);
  holder.release();
  await going.stop();
  await Promise.all([cut.end(), cutting.end()]);
});

test("Workers continue after the completion of two jobs at once could not be written", async () => {
  const [cutting, cut] = [openPool(database.url, 2, () => {}), openPool(database.url, 8, () => {})];
  const holder = await cutting.connect();
  let runs = 0;
  let locked = () => {};
  const untilLocked = new Promise<void>((resolve) => (locked = resolve));
  const work = async () => {
    const mine = ++runs;
    if (mine > 2) return;
    if (mine === 2) {
      await holder.query("begin; lock table graphile_worker._private_jobs in share mode");
      locked();
    }
    await untilLocked;
    // One after the other: each job is completed by its own statement.
    await sleep(mine * 100);
  };
  const going = await startWorker(cut, { "test.work": work }, [], 2, () => {});
  await addJob(openDb(pool), job("test.work"), {});
  await addJob(openDb(pool), job("test.work"), {});
  let ended = 0;
  const endWaiting = async () => {
    const { rows } = await cutting.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~* 'delete from'`,
    );
    // Both at once, as on a full disk.
    if (rows.length === 2)
      for (const { pid } of rows) {
        await cutting.query("select pg_terminate_backend($1)", [pid]);
        ended++;
      }
    return ended;
  };
  await expect.poll(endWaiting).toBe(2);
  await holder.query("rollback");
  await expect.poll(() => runs).toBe(4);
  await expect.poll(lockedBy).toEqual([]);
  holder.release();
  await going.stop();
  await Promise.all([cut.end(), cutting.end()]);
});

test("A job is posted as by the library itself, whether or not a worker has registered its kind", async () => {
  await pool.query("delete from graphile_worker._private_jobs");
  const db = openDb(pool);
  const posted = job("test.posted", z.object({ n: z.int() }));
  const runAt = new Date("2031-05-06T07:08:09Z");
  const { rows: before } = await pool.query(
    "select from graphile_worker._private_tasks where identifier = 'test.posted'",
  );
  expect(before).toEqual([]);
  await addJob(db, posted, { n: 1 }, { runAt, maxAttempts: 3 });
  await addJob(db, posted, { n: 1 }, { runAt, maxAttempts: 3 });
  await pool.query(
    `select graphile_worker.add_job('test.posted', payload := '{"n":1}', run_at := $1, max_attempts := 3)`,
    [runAt],
  );
  await addJob(db, posted, { n: 2 });
  const { rows } = await pool.query<Record<string, unknown>>(
    "select to_jsonb(j) - array['id', 'created_at', 'updated_at'] as job, run_at <= now() as due from graphile_worker._private_jobs j order by id",
  );
  expect(rows).toHaveLength(4);
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
  expect(rows[3]).toMatchObject({ job: { payload: { n: 2 }, max_attempts: 25 }, due: true });
  await pool.query("delete from graphile_worker._private_jobs");
});

describe("Jobs taken in a batch", () => {
  const db = () => openDb(pool);
  const news = job("test.news", z.object({ n: z.int() }), { canWait: true });
  beforeEach(async () => {
    await pool.query("delete from graphile_worker._private_jobs");
  });
  const waiting = async () => {
    const { rows } = await pool.query<{ id: string; n: number }>(
      "select id, (payload ->> 'n')::int as n from graphile_worker._private_jobs order by id",
    );
    return rows;
  };
  const post = async (...all: number[]) => {
    for (const n of all) await addJob(db(), news, { n });
    return await waiting();
  };
  const change = (n: number, set: string) =>
    pool.query(`update graphile_worker._private_jobs set ${set} where payload ->> 'n' = $1`, [
      String(n),
    ]);
  const takes = (handle: (all: number[]) => void) =>
    batchHandler(db(), news, async (tx, payloads) => {
      // A statement in the same transaction.
      await sql`select 1`.execute(tx);
      handle(payloads.map(({ n }) => n));
    })["test.news"]!;

  test("are those of the kind that are due, in no queue, not running and never failed, each once", async () => {
    await post(1, 2, 3, 4, 5);
    await addJob(db(), job("test.other", z.object({ n: z.int() })), { n: 6 });
    await addJob(db(), news, { n: 7 }, { runAt: new Date(Date.now() + 60_000) });
    await addJob(db(), news, { n: 8 }, { queue: "one after the other" });
    await change(2, "locked_at = now(), locked_by = 'another'");
    await change(4, "attempts = 1");
    const [first] = await waiting();
    const taken: number[][] = [];
    await takes((all) => void taken.push(all))({}, first!);
    expect(taken).toEqual([[1, 3, 5]]);
    expect((await waiting()).map(({ n }) => n)).toEqual([2, 4, 6, 7, 8]);
    // Completed before.
    await takes((all) => void taken.push(all))({}, first!);
    expect(taken).toHaveLength(1);
  });

  test("are ten at most", async () => {
    const [first] = await post(...Array.from({ length: 12 }, (_, at) => at));
    const taken: number[][] = [];
    await takes((all) => void taken.push(all))({}, first!);
    expect(taken).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  });

  test("do not block each other: after a failure each runs alone", async () => {
    const [first, bad] = await post(1, 2, 3);
    const taken: number[][] = [];
    const handle = takes((all) => {
      taken.push(all);
      if (all.includes(2)) throw new Error("This one cannot be done");
    });
    await handle({}, first!);
    expect(taken).toEqual([[1, 2, 3], [1]]);
    expect((await waiting()).map(({ n }) => n)).toEqual([2, 3]);
    await expect(handle({}, bad!)).rejects.toThrow("cannot be done");
    expect((await waiting()).map(({ n }) => n)).toEqual([2, 3]);
  });

  test("do not wake workers, which find them by polling", async () => {
    const heard: (string | undefined)[] = [];
    const listener = await pool.connect();
    listener.on("notification", ({ channel }) => heard.push(channel));
    await listener.query(`listen "jobs:insert"`);
    // The first of a kind is posted by the library, which always wakes workers.
    await post(1);
    heard.length = 0;
    await post(2);
    await listener.query("select 1");
    expect(heard).toEqual([]);
    await addJob(db(), job("test.work"), {});
    await listener.query("select 1");
    expect(heard).toEqual(["jobs:insert"]);
    listener.release(true);
    const taken: number[] = [];
    const handlers = { "test.news": takes((all) => taken.push(...all)) };
    const worker = await startWorker(pool, handlers, [], 1, fail);
    await post(3);
    await expect.poll(() => taken.sort(), { timeout: 5000 }).toEqual([1, 2, 3]);
    await worker.stop();
  });
});
