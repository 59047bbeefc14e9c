import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { commitsHere, inTransaction, openDb, openPool, type Db, type Tx } from "./db.ts";
import { andCommit, withNext } from "./joined.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
let other: Db;
/** The messages sent to the database, each a round trip. */
const logged: string[] = [];
beforeAll(async () => {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const heard = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }];
    logged.push(typeof asked === "string" ? asked : asked.text);
    return query.apply(this, args);
  };
  database = await testDatabase();
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(heard as never);
  db = openDb(openPool(database.url, 1, () => {}));
  other = openDb(openPool(database.url, 1, () => {}));
  await sql`create table boxes (id integer primary key, content integer not null check (content > 0))`.execute(
    db,
  );
});
afterAll(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  await database.drop();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  await sql`truncate boxes`.execute(db);
  await put(db, 1, 10);
});

const put = (where: Db | Tx, id: number, content: number) =>
  sql`insert into boxes values (${id}, ${content})`.execute(where);
const putLast = (tx: Tx, id: number, content: number) =>
  sql`insert into boxes values (${id}, ${content}) ${andCommit}`.execute(tx);
const lock = (tx: Tx, id: number) =>
  sql`select from boxes where id = ${id}::integer for update ${withNext}`.execute(tx);
const contents = async (where: Db | Tx) => {
  const { rows } = await sql<{ content: number }>`
    select content from boxes where id > ${0} order by id`.execute(where);
  return rows.map(({ content }) => content);
};
const failure = (work: Promise<unknown>) => work.then(String, (error: { code?: string }) => error);

/** Runs work twice, first with statements new to the connection; returns the messages of the second run. */
async function twice(work: () => Promise<void>): Promise<string[]> {
  await work();
  logged.length = 0;
  await work();
  return [...logged];
}

test("The first statement of a transaction is sent with BEGIN", async () => {
  const took = await twice(() =>
    inTransaction(db, async (tx) => {
      const before = await contents(tx);
      await put(tx, before.length + 1, 7);
    }),
  );
  expect(await contents(db)).toEqual([10, 7, 7]);
  expect(took.length, took.join("\n")).toBe(3);
});

test("The last statement of a transaction is sent with COMMIT, and counts as one transaction", async () => {
  let id = 2;
  const before = commitsHere();
  const took = await twice(async () => {
    await inTransaction(db, async (tx) => {
      await lock(tx, 1);
      expect(await contents(tx)).toHaveLength(id - 1);
      await putLast(tx, id, id);
      // Already visible to others, before the transaction function returns.
      expect(await contents(other)).toHaveLength(id);
      id++;
    });
  });
  expect(took.filter((text) => !text.includes("order by")).length, took.join("\n")).toBe(1);
  expect(await contents(db)).toEqual([10, 2, 3]);
  expect(commitsHere()).toBeGreaterThanOrEqual(before + 2);
});

test("A transaction without statements sends nothing", async () => {
  logged.length = 0;
  await inTransaction(db, async () => {});
  await failure(inTransaction(db, () => Promise.reject(new Error("thought again"))));
  expect(logged).toEqual([]);
});

describe.each([
  ["for the first time on a connection", true],
  ["once the connection knows it", false],
])("A statement that fails, sent %s,", (_when, isNew) => {
  const fresh = async (work: (on: Db) => Promise<void>) => {
    const on = isNew ? openDb(openPool(database.url, 1, () => {})) : db;
    if (!isNew) {
      await inTransaction(on, async (tx) => {
        await lock(tx, 1);
        await put(tx, 90, 1);
      });
      await inTransaction(on, async (tx) => void (await putLast(tx, 91, 1)));
      await sql`delete from boxes where id >= 90`.execute(on);
    }
    await work(on);
    // The connection is still usable.
    await inTransaction(on, async (tx) => void (await putLast(tx, 5, 5)));
    expect((await contents(on)).at(-1)).toBe(5);
    if (isNew) await on.destroy();
  };

  test("as the first one, has no effect", () =>
    fresh(async (on) => {
      const failed = await failure(
        inTransaction(on, async (tx) => {
          await put(tx, 2, 0);
        }),
      );
      expect(failed).toMatchObject({ code: "23514" });
      expect(await contents(on)).toEqual([10]);
    }));

  test("as the last one, rolls back those before it", () =>
    fresh(async (on) => {
      const failed = await failure(
        inTransaction(on, async (tx) => {
          await lock(tx, 1);
          await put(tx, 2, 2);
          await putLast(tx, 3, 0);
        }),
      );
      expect(failed).toMatchObject({ code: "23514" });
      expect(await contents(on)).toEqual([10]);
    }));

  test("while it waits for a lock, skips the next one", () =>
    fresh(async (on) => {
      const failed = await inTransaction(other, async (held) => {
        await sql`select from boxes where id = 1 for update`.execute(held);
        return await failure(
          inTransaction(on, async (tx) => {
            await sql`set local lock_timeout = 50`.execute(tx);
            await lock(tx, 1);
            await put(tx, 2, 2);
          }),
        );
      });
      expect(failed).toMatchObject({ code: "55P03" });
      expect(await contents(on)).toEqual([10]);
    }));
});

test("A read behind a lock sees the changes of the lock's previous holder", async () => {
  const read = () =>
    inTransaction(db, async (tx) => {
      await lock(tx, 1);
      return await contents(tx);
    });
  await read();
  let waiting: Promise<number[]> | undefined;
  await inTransaction(other, async (tx) => {
    await sql`update boxes set content = 99 where id = 1`.execute(tx);
    waiting = read();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  expect(await waiting).toEqual([99]);
});

test("Held statements are sent before a stream of rows", async () => {
  await inTransaction(db, async (tx) => {
    await sql`insert into boxes values (${2}::integer, 3) ${withNext}`.execute(tx);
    const rows = [];
    const boxes = tx.selectFrom(sql<{ content: number }>`boxes`.as("b")).select("b.content");
    for await (const { content } of boxes.stream(1)) rows.push(content);
    expect(rows.toSorted()).toEqual([10, 3]);
  });
});
