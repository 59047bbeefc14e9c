import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "./database.ts";

const api = path.resolve(import.meta.dirname, "..");
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

test("The types in database.types.ts are those of the schema", async () => {
  const program = path.resolve(api, "../node_modules/kysely-codegen/dist/cli/bin.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--verify"], {
    cwd: api,
    env: { ...process.env, DATABASE_URL: database.url },
  });
  expect(stdout).toContain("up-to-date");
});

// Each index and each trigger is paid for by every write: see docs/decisions/0023. A table has its key and what its
// lists are searched and sorted by.
test("The schema has few indexes for its tables", async () => {
  const count = async (statement: string) => (await client.query(statement)).rowCount!;
  const tables = await count("select from pg_tables where schemaname = 'public'");
  const indexes = await count("select from pg_indexes where schemaname = 'public'");
  expect(indexes / tables).toBeLessThanOrEqual(2.25);
});

test("The schema has few triggers", async () => {
  const triggers = "select from pg_trigger where not tgisinternal and tgparentid = 0";
  expect((await client.query(triggers)).rowCount).toBeLessThanOrEqual(15);
});
