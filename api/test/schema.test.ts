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

// Each index and each trigger is paid for by every write: see docs/decisions/0023.
test.each([
  ["indexes", 130, "select from pg_indexes where schemaname = 'public'"],
  ["triggers", 15, "select from pg_trigger where not tgisinternal and tgparentid = 0"],
])("The schema has few %s", async (_what, most, statement) => {
  expect((await client.query(statement)).rowCount).toBeLessThanOrEqual(most);
});
