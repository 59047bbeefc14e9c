import { endpoint } from "@tonneline/contract/endpoint";
import { tabbedListOf, textInt } from "@tonneline/contract/shapes";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "../../test/database.ts";
import { openDb, openPool, type Db } from "./db.ts";
import { byName, list } from "./lists.ts";
import { foldedWords, hasFolded, isAmong, searchText } from "./search.ts";

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

// Many equal values, and some without a rank.
const things: Thing[] = Array.from({ length: 23 }, (_, n) => ({
  id: n + 1,
  kind: ["b", "a", "c"][n % 3]!,
  rank: n % 4 === 0 ? null : n % 5,
}));

const listThings = endpoint({
  method: "GET",
  path: "/things",
  access: "public",
  summary: "Things",
  ...tabbedListOf(z.object({ id: z.int() }), {
    sorts: ["id", "kind", "rank", "size"],
    tabs: { field: "kind", names: ["a", "b", "c", "d"] },
    filters: { rank: textInt().optional() },
  }),
});
type Field = (typeof listThings.list.sorts)[number];
type Sort = { field: Field; direction: "asc" | "desc" }[];

const stored = sql`jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as things(id integer, kind text, rank integer)`;

const listed = list(listThings, {
  from: stored,
  id: "things.id",
  columns: {
    id: "things.id",
    kind: "things.kind",
    rank: { by: "things.rank", mayBeEmpty: true },
    // From another table.
    size: {
      by: "sizes.size",
      join: sql`join (select n as id, n % 4 as size from generate_series(1, 23) n) sizes on sizes.id = things.id`,
    },
  },
  defaultOrder: { field: "kind", direction: "asc" },
  words: (q) => [sql`things.kind like ${q}`],
  where: ({ rank }) => [rank && sql`things.rank = ${rank}`],
  tabs: { by: "things.kind", sums: { ranks: sql`coalesce(things.rank, 0)` } },
  rows: (executor, page) =>
    executor.selectFrom(page).select(["page.id", "page.position"]).orderBy("page.position"),
});

/** The expected list: empty values last in both directions, ties by id in the direction of the last field. */
function expected(sort: Sort, of = things): number[] {
  const wanted: Sort = sort.length > 0 ? sort : [{ field: "kind", direction: "asc" }];
  const down = wanted.at(-1)!.direction === "desc";
  const valueOf = (thing: Thing, field: Field) => (field === "size" ? thing.id % 4 : thing[field]);
  return of
    .toSorted((a, b) => {
      for (const { field, direction } of wanted) {
        const [x, y] = [valueOf(a, field), valueOf(b, field)];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y === (direction === "asc") ? -1 : 1;
      }
      return down ? b.id - a.id : a.id - b.id;
    })
    .map(({ id }) => id);
}

const sorts: [string, Sort][] = [
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
  ["by what another table has", [{ field: "size", direction: "desc" }]],
];

describe.each(sorts)("A list sorted %s", (_, sort) => {
  async function page(number: number, size: number): Promise<number[]> {
    const found = await listed.page(db, { sort, page: number, size }, ({ id }) => id);
    const last = number >= Math.ceil(things.length / size) - 1;
    expect(found).toMatchObject({ totalElements: 23, page: number, size, last });
    return found.content;
  }

  test("is exported with all its rows in that order", async () => {
    expect(await exported({ sort })).toEqual(expected(sort));
  });

  test.each([1, 7, 23, 100])("has all rows on its pages of %i, none twice", async (size) => {
    const pages = Math.ceil(things.length / size);
    const found = await Promise.all(Array.from({ length: pages }, (__, n) => page(n, size)));
    expect(found.flat()).toEqual(expected(sort));
    expect(await page(pages, size)).toEqual([]);
    expect(await page(pages + 5, size)).toEqual([]);
  });
});

test("Names are sorted as readers expect, regardless of case and accents", async () => {
  const names = ["Åland Peat", "brennvik", "Łódź Wind", "Öresund", "Zeta"];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names.toReversed()}::text[]) given (name) order by ${byName("given.name")}`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(names);
});

test("A tab shows and sums its own rows, and the others keep their counts", async () => {
  const query = { sort: [], page: 0, size: 5, kind: ["b" as const] };
  const found = await listed.page(db, query, ({ id }) => id);
  const wanted = things.filter(({ kind }) => kind === "b");
  expect(found).toMatchObject({
    content: expected([], wanted).slice(0, 5),
    totalElements: wanted.length,
    last: false,
    counts: { a: 8, b: 8, c: 7, d: 0 },
    sums: { ranks: wanted.reduce((sum, { rank }) => sum + (rank ?? 0), 0) },
  });
  expect(await exported({ kind: ["b"] })).toEqual(expected([], wanted));
});

test("A search and a filter apply to the rows, the counts and the export", async () => {
  const query = { sort: [], page: 0, size: 50, q: "a", rank: 1 };
  const wanted = things.filter(({ kind, rank }) => kind === "a" && rank === 1);
  const found = await listed.page(db, query, ({ id }) => id);
  expect(found.content).toEqual(expected([], wanted));
  expect(found.counts).toEqual({ a: wanted.length, b: 0, c: 0, d: 0 });
  expect(await exported({ q: "a", rank: 1 })).toEqual(expected([], wanted));
});

async function exported(query: object): Promise<number[]> {
  const ids: number[] = [];
  const rows = listed.stream(db, { sort: [], page: 0, size: 1, ...query });
  for await (const { id } of rows) ids.push(id);
  return ids;
}

test("Words are searched in lower case, without accents and surrounding blanks", async () => {
  expect(await searchText(db, " MÜLLER & Søn, Mu\u0308ller 20% ")).toBe("muller & son, muller 20%");
  expect(await searchText(db, "\u0301")).toBe("\u0301");
  expect(await foldedWords(db, "VM-0033 – Kénya kenya")).toEqual(
    expect.arrayContaining(["vm", "0033", "kenya"]),
  );
  expect(await foldedWords(db, "– &")).toEqual([]);
});

test.each([
  ["kenya-coast", true],
  ["congo", false],
  ["– &", false],
])("A name is found by %s: %s", async (words, found) => {
  const { rows } =
    await sql`select coalesce(${hasFolded(sql`'Kénya, coast'`, words)}, false) as found`.execute(
      db,
    );
  expect(rows[0]).toEqual({ found });
});

test.each([0, 1000, 1001, 3000])("Rows are found by %i ids of another query", async (many) => {
  const ids = sql<{ id: number }>`select id from generate_series(1, ${many}::integer) id`;
  const condition = await isAmong(db, "n", ids);
  const { rows } = await sql<{ count: number }>`
    select count(*) from generate_series(1, 5000) n where ${condition}`.execute(db);
  expect(rows).toEqual([{ count: many }]);
});
