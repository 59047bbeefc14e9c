import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/core/migrate.ts";
import { startPostgres } from "../src/core/postgres/postgres.ts";
import { useMemoryFolder } from "./memory.ts";

export const templateName = "template_of_tests";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the test server's default database; those of other databases differ only in the name. */
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for all test files, with a migrated template that each file's database is copied from. */
export default async function setup(project: TestProject) {
  const leaveMemory = useMemoryFolder();
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-tests-"));
  const server = await startPostgres({ dataDir: path.join(folder, "postgres"), fast: true });
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await migrate(server.url(templateName));
  // From now on nobody may connect to it: a database with connections cannot be copied.
  await client.query(`alter database ${templateName} is_template true allow_connections false`);
  await client.end();
  project.provide("postgresUrl", server.url());
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    leaveMemory();
  };
}
