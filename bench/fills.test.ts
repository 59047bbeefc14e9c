import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../api/test/database.ts";
import { inTransaction, openDb, openPool, type Db } from "../api/src/core/db.ts";
import { differences } from "../api/src/features/ledger/ledger.sql.ts";
import { fillBooks, fillTrades } from "./booksData.ts";
import { drawChart } from "./chart.ts";
import { fillLists } from "./listsData.ts";

// The data of the benches must conform to the schema: the benches themselves are run manually, and rarely.

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await testDatabase();
  db = openDb(openPool(database.url, 4, () => {}));
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]!.count;
};

test("fillBooks adds the requested number of movements, and the ledger is consistent", async () => {
  const before = await countOf("credit_movements");
  const issues = 2000;
  expect(await fillBooks(db, 400)).toBe(before + issues + 400);
  expect(await countOf("orders")).toBe(100);
  expect(await differences(db)).toEqual([]);
});

test("fillTrades leaves the requested number of retirements pending and completes the others", async () => {
  await inTransaction(db, (tx) => fillTrades(tx, 200, 10));
  const { rows } =
    await sql`select sum(in_progress) as waiting, sum(retired) as done from holdings`.execute(db);
  const counted =
    await sql`select status, sum(quantity) as tonnes from retirements group by 1 order by 1`.execute(
      db,
    );
  expect(rows).toEqual([{ waiting: 30, done: 570 }]);
  expect(counted.rows).toEqual([
    { status: "RETIRED", tonnes: 570 },
    { status: "RETIREMENT_IN_PROGRESS", tonnes: 30 },
  ]);
});

test("Every list is filled", async () => {
  await fillLists(db, 200);
  const filled = ["orders", "retirements", "partners", "mails", "support_requests", "reports"];
  expect(await Promise.all(filled.map(countOf))).toEqual(filled.map(() => 200));
});

test("A picture shows each curve in its place, and the wanted value", () => {
  const svg = drawChart(
    "Lists & views",
    { size: "projects", value: "ms" },
    [
      {
        name: "half",
        points: [
          { size: 10, value: 5 },
          { size: 1000, value: 10 },
        ],
      },
    ],
    { value: 20, name: "at most" },
  );
  expect(svg).toContain("<title>Lists &amp; views</title>");
  // From the left edge to the right, and higher for a higher value.
  expect(svg).toContain('points="64.0,203.8 490.0,155.6"');
  expect(svg).toContain(">at most</text>");
  expect(svg).toContain(">1,000</text>");
});
