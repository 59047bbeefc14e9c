import { Cli } from "kysely-codegen";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { filesBelow, textOf } from "./imports.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

// `npx vitest run api/test/schema.test.ts -u` updates them.
test("The types in database.types.ts are those of the schema", async () => {
  const types = await new Cli().generate({
    url: database.url,
    dialect: "postgres",
    logLevel: "error",
    outFile: null,
    defaultSchemas: ["public"],
    includePattern: "public.*",
    dateParser: "string",
    numericParser: "number",
    typeMapping: { int8: "number" },
  });
  await expect(types).toMatchFileSnapshot("../src/core/database.types.ts");
});

// Searches normalise words with `search_text`: in a column generated otherwise, words with accents are not found.
test("What lists search is made by search_text", async () => {
  const { rows } = await client.query<{ table: string; made: string }>(`
    select attrelid::regclass::text as table, pg_get_expr(adbin, adrelid) as made
    from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attname = 'words' and attgenerated = 's'`);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ made }) => !made.startsWith("search_text("))).toEqual([]);
});

// Every write pays for each index and trigger: see docs/decisions/0023. A table has its key and indexes for what its lists
// search and sort by.
test("The schema has few indexes for its tables", async () => {
  const count = async (statement: string) => (await client.query(statement)).rowCount!;
  const tables = await count("select from pg_tables where schemaname = 'public'");
  const indexes = await count("select from pg_indexes where schemaname = 'public'");
  expect(indexes / tables).toBeLessThanOrEqual(2.25);
});

// When a file is deleted, PostgreSQL checks every table that refers to files: with a million orders 2.3 s, now 15 ms.
test("A file that goes is found by an index in whatever grows with the orders", async () => {
  const { rows } = await client.query<{ table: string; column: string; indexed: boolean }>(`
    select conrelid::regclass::text as table, attname as column, exists (
      select from pg_index where indrelid = conrelid and indkey[0] = attnum
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))) as indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'files'::regclass`);
  const growing = rows.filter(({ table }) =>
    ["orders", "invoices", "approvals", "retirements"].includes(table),
  );
  expect(growing.map(({ column }) => column).toSorted()).toEqual([
    "certificate_file_id",
    "invoice_file_id",
    "own_terms_file_id",
    "pdf_file_id",
    "sales_terms_file_id",
    "ubl_file_id",
  ]);
  expect(growing.filter(({ indexed }) => !indexed)).toEqual([]);
});

test("The schema has few triggers", async () => {
  const triggers = "select from pg_trigger where not tgisinternal and tgparentid = 0";
  expect((await client.query(triggers)).rowCount).toBeLessThanOrEqual(15);
});

// The files define the whole database: no other statement creates, renames or drops anything.
test("What is in the database is in the schema's files, and the other way round", async () => {
  const made = await client.query<{ thing: string }>(`
    select case relkind when 'r' then 'table ' when 'v' then 'view ' else 'index ' end || relname as thing
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'i')
        and not exists (select from pg_constraint where conindid = pg_class.oid)
        and relname <> 'schema_migrations'
    union all select 'function ' || proname from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'trigger ' || tgname || ' on ' || tgrelid::regclass from pg_trigger
      where not tgisinternal`);
  const kinds = "(unlogged |unique |constraint )?(table|view|index|function|trigger)";
  const said = filesBelow("api/schema").flatMap((file) =>
    [
      ...textOf(file).matchAll(new RegExp(`^create ${kinds} (\\w+)([^;]*?\\bon (\\w+))?`, "gm")),
    ].map(([, , kind, name, , table]) =>
      kind === "trigger" ? `trigger ${name} on ${table}` : `${kind} ${name}`,
    ),
  );
  expect(made.rows.map(({ thing }) => thing).toSorted()).toEqual(said.toSorted());
});
