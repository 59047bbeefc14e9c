import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDb, type Db } from "./db.ts";
import { followReplica, reading, type Replica } from "./replica.ts";

/* When a read goes to the replica; api/test/replica.test.ts tests it with a real one. */

// What waits for the wrong check would wait forever.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let db: Db;
let followed: Replica;
/** Ends the checks in progress, oldest first, each with whether the replica has everything. */
let checks: ((hasAll: boolean) => void)[];
let isOver: boolean;
beforeEach(async () => {
  // No check runs into its time limit.
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
  [checks, isOver] = [[], false];
  let isReplica = true;
  const state = { position: "0/1", cluster: "1", name: "market" };
  const primary = {
    async query() {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      checks.push(resolve);
      if (isOver) resolve(true);
      isReplica = await promise;
      return { rows: [state] };
    },
    end: async () => {},
  };
  const client = { query: async () => ({ rows: [{ isReplica, hasAll: true }] }), release() {} };
  const checkPool = { connect: async () => client, end: async () => {} };
  db = openDb(primary as unknown as pg.Pool);
  followed = followReplica(db, {
    primary: primary as unknown as pg.Pool,
    checkPool: checkPool as unknown as pg.Pool,
    openReads: () => ({ end: async () => {} }) as unknown as pg.Pool,
    log: () => {},
  });
  checks.shift()!(true);
  await expect.poll(() => followed.state().read).toBe(true);
});
afterEach(async () => {
  isOver = true;
  for (const end of checks) end(true);
  await followed.stop();
  vi.restoreAllMocks();
});

const place = (reads: Db) => Promise.resolve(reads === db ? "database" : "replica");

test("A read waits for a check that began after it was asked for, even if one is in progress", async () => {
  const seen: string[] = [];
  const ask = async (name: string) => seen.push(`${name}: ${await reading(db, place)}`);
  const first = ask("first");
  expect(checks).toHaveLength(1);
  await sleep(2);
  const others = Promise.all([ask("second"), ask("third")]);
  checks.shift()!(true);
  await first;
  await expect.poll(() => checks.length).toBe(1);
  expect(seen).toEqual(["first: replica"]);
  checks.shift()!(true);
  await others;
  expect(seen).toEqual(["first: replica", "second: replica", "third: replica"]);
});

test("Once a check has failed, reads go to the database without another one", async () => {
  const first = reading(db, place);
  checks.shift()!(false);
  expect(await first).toBe("database");
  expect(followed.state().read).toBe(false);
  expect(await reading(db, place)).toBe("database");
  expect(checks).toEqual([]);
});

test.each([
  ["an ended connection", "57P01", ["replica", "database"]],
  ["a conflict with what the replica replays", "40001", ["replica", "database"]],
  ["an error of the query itself", "42601", ["replica"]],
  ["a statement that took too long", "57014", ["replica"]],
  ["a write", "25006", ["replica"]],
])("After %s (%s) a read has been tried on %j", async (_what, code, places) => {
  const asked: string[] = [];
  const read = reading(db, async (reads) => {
    asked.push(await place(reads));
    if (reads !== db) throw Object.assign(new Error("refused"), { code });
  });
  checks.shift()!(true);
  if (places.length > 1) await read;
  else await expect(read).rejects.toMatchObject({ code });
  expect(asked).toEqual(places);
});
