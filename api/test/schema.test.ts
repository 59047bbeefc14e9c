import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "./database.ts";

const api = path.resolve(import.meta.dirname, "..");
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("The types in database.types.ts are those of the schema", async () => {
  const program = path.resolve(api, "../node_modules/kysely-codegen/dist/cli/bin.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--verify"], {
    cwd: api,
    env: { ...process.env, DATABASE_URL: database.url },
  });
  expect(stdout).toContain("up-to-date");
});
