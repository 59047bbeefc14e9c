import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { openDb, openPool, type Db } from "./db.ts";
import { allInOrder, pageInOrder, type ListOrder, type Sort } from "./lists.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 2, (error) => {
    throw error;
  });
  db = openDb(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Thing {
  id: number;
  kind: string;
  rank: number | null;
}

// Many alike, and some without a rank.
const things: Thing[] = Array.from({ length: 23 }, (_, n) => ({
  id: n + 1,
  kind: ["b", "a", "c"][n % 3]!,
  rank: n % 4 === 0 ? null : n % 5,
}));

const order: ListOrder<"id" | "kind" | "rank"> = {
  columns: { id: "things.id", kind: "things.kind", rank: sql`things.rank` },
  mayBeEmpty: ["rank"],
  id: "things.id",
  usual: [{ field: "kind", direction: "asc" }],
};
type Things = Sort<"id" | "kind" | "rank">;

const rows = () =>
  db
    .selectFrom(
      sql<Thing>`jsonb_to_recordset(${JSON.stringify(things)}::jsonb)`.as(
        sql`things(id integer, kind text, rank integer)`,
      ),
    )
    .select("things.id" as never)
    .$castTo<{ id: number }>();

/** What the list should be: empty last both ways, ties by the id in the direction of the last field. */
function expected(sort: Things): number[] {
  const wanted = sort.length > 0 ? sort : order.usual;
  const down = wanted.at(-1)!.direction === "desc";
  return things
    .toSorted((a, b) => {
      for (const { field, direction } of wanted) {
        const [x, y] = [a[field], b[field]];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y === (direction === "asc") ? -1 : 1;
      }
      return down ? b.id - a.id : a.id - b.id;
    })
    .map(({ id }) => id);
}

const sorts: [string, Things][] = [
  ["as it opens", []],
  ["by a column with ties", [{ field: "kind", direction: "desc" }]],
  ["by a column that may be empty", [{ field: "rank", direction: "asc" }]],
  ["by the same downwards", [{ field: "rank", direction: "desc" }]],
  [
    "by two columns",
    [
      { field: "rank", direction: "desc" },
      { field: "kind", direction: "asc" },
    ],
  ],
  ["by the id", [{ field: "id", direction: "desc" }]],
];

describe.each(sorts)("A list sorted %s", (_, sort) => {
  async function page(number: number, size: number): Promise<number[]> {
    const found = pageInOrder(db, rows(), order, { sort, page: number, size });
    return await idsOf(found);
  }

  test("has all its rows in that order", async () => {
    expect(await idsOf(allInOrder(db, rows(), order, sort))).toEqual(expected(sort));
  });

  test.each([1, 7, 23, 100])("has them on its pages of %i, none twice", async (size) => {
    const pages = Math.ceil(things.length / size);
    const found = await Promise.all(Array.from({ length: pages }, (__, n) => page(n, size)));
    expect(found.flat()).toEqual(expected(sort));
    expect(await page(pages, size)).toEqual([]);
    expect(await page(pages + 5, size)).toEqual([]);
  });
});

async function idsOf(page: ReturnType<typeof allInOrder>): Promise<number[]> {
  const found = await db.selectFrom(page).select("page.id").orderBy("page.place").execute();
  return found.map(({ id }) => id);
}
