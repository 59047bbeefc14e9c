import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { openDb, openPool, timeLimits, type Db } from "./db.ts";
import { isUnavailable } from "./outage.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
const pools: pg.Pool[] = [];
function open(limits?: (typeof timeLimits)[keyof typeof timeLimits], size = 2): pg.Pool {
  const pool = openPool(database.url, size, () => {}, limits);
  pools.push(pool);
  return pool;
}
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("every connection gets the product's settings", () => {
  test.each([
    ["requests", "30s", "10s", "1min"],
    ["jobs", "10min", "1min", "10min"],
    ["commands", "0", "1min", "0"],
  ] as const)("for %s", async (whose, statement, lock, idle) => {
    const { rows } = await open(timeLimits[whose]).query(
      `select current_setting('jit') as jit, current_setting('statement_timeout') as statement,
         current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ jit: "off", statement, lock, idle }]);
  });

  test("has no startup parameters that a pooler would reject", async () => {
    let logged: string[] = [];
    const pooler = createServer((socket) => {
      socket.once("data", (packet) => {
        // Length and version, then names and values, each terminated by a zero byte.
        logged = packet.subarray(8).toString().split("\0");
        socket.destroy();
      });
    });
    pooler.listen(0, "127.0.0.1");
    await once(pooler, "listening");
    const { port } = pooler.address() as AddressInfo;
    const pool = openPool(`postgresql://user@127.0.0.1:${port}/market`, 1, () => {});
    await failure(pool.query("select 1"));
    await pool.end();
    pooler.close();
    const names = logged.filter((word, index) => index % 2 === 0 && word !== "");
    expect(names.sort()).toEqual(["application_name", "client_encoding", "database", "user"]);
  });
});

test("Some idle connections stay open, with their prepared statements", async () => {
  const pool = openPool(database.url, 6, () => {}, timeLimits.requests, 4);
  pools.push(pool);
  pool.options.idleTimeoutMillis = 20;
  const opened = vi.fn();
  pool.on("connect", opened);
  await Promise.all(Array.from({ length: 6 }, () => pool.query("select pg_sleep(0.1)")));
  expect(opened).toHaveBeenCalledTimes(6);
  await expect.poll(() => pool.totalCount).toBe(4);
  await sleep(200);
  expect(pool.totalCount).toBe(4);
});

test("A statement that takes too long is canceled, and counts as an outage rather than a fault", async () => {
  const pool = open({ statement: 2000, lock: 50, idleInTransaction: 0 });
  const slow = await failure(pool.query("select pg_sleep(20)"));
  expect(slow).toMatchObject({ code: "57014" });
  const [first, second] = [await pool.connect(), await pool.connect()];
  await first.query("begin; lock table users");
  const locked = await failure(second.query("delete from users"));
  expect(locked).toMatchObject({ code: "55P03" });
  expect([slow, locked].every(isUnavailable)).toBe(true);
  await first.query("rollback").catch(() => {});
  first.release(true);
  second.release();
});

describe("streamed rows", () => {
  const numbers = (db: Db) =>
    db
      .selectFrom(sql<{ n: number }>`generate_series(1, 5000)`.as<"g">(sql`g(n)`))
      .select("g.n")
      .stream(100);

  test("may take longer than a request, and restore the connection's limit", async () => {
    const pool = open({ statement: 300, lock: 0, idleInTransaction: 0 }, 1);
    const db = openDb(pool);
    let count = 0;
    for await (const { n } of numbers(db)) {
      if (n % 1000 === 0) await new Promise((resolve) => setTimeout(resolve, 200));
      count++;
    }
    expect(count).toBe(5000);
    expect((await pool.query("show statement_timeout")).rows).toEqual([
      { statement_timeout: "300ms" },
    ]);
  });

  test("end with an error when their connection is cut, and free its slot in the pool", async () => {
    const pool = open(timeLimits.requests, 1);
    const other = open();
    const read = async () => {
      for await (const { n } of numbers(openDb(pool))) {
        if (n !== 150) continue;
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
      }
    };
    const failed = await failure(read());
    expect(isUnavailable(failed)).toBe(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
