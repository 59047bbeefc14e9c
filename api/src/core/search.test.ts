import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { openDb, openPool, type Db } from "./db.ts";
import { byIndex, quickerLook } from "./search.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 2, (error) => {
    throw error;
  });
  db = openDb(pool);
  await sql`insert into mails (permission, recipient, subject, text_body, html_body)
    select 'orders:read', 'zebra-' || n || '@company.example', 'Order ' || n || ' is placed',
      case when n % 2 = 0 then '100% of a_b, Ünder \\ ' || n else 'nothing' end, '' from generate_series(1, 150) n`.execute(
    db,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const mails = { table: "mail_searches", id: "mail_id", column: "words" };
async function found(look: typeof byIndex, words: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from mail_searches where ${look("words", words)}`.execute(db);
  return rows[0]!.count;
}

test("An index that would name nearly every row in vain is not asked", async () => {
  expect(await quickerLook(db, mails, ["e.example"])).not.toBe(byIndex);
  expect(await quickerLook(db, mails, ["is", "company", "laced or"])).not.toBe(byIndex);
});

test.each(["company.example", "zebra 77", "order 77", "a", "under the sea", ""])(
  "To find %s it is asked",
  async (words) => {
    expect(await quickerLook(db, mails, [words])).toBe(byIndex);
  },
);

test.each([
  ["COMPANY.example", 150],
  ["e.example", 0],
  ["Order 77", 1],
  ["100%", 75],
  ["a_b, ü", 75],
  ["\\", 75],
  ["aXb", 0],
])("%s is found in as many rows either way", async (words, count) => {
  const byReading = await quickerLook(db, mails, ["e.example"]);
  expect([await found(byIndex, words), await found(byReading, words)]).toEqual([count, count]);
});
