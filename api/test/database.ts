import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { templateName } from "./globalSetup.ts";

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database for one test file, with the newest schema and no data. */
export function testDatabase(): Promise<TestDatabase> {
  return databaseLike(templateName);
}

/** Creates an empty database without a schema. */
export function bareDatabase(): Promise<TestDatabase> {
  return databaseLike("template0");
}

async function databaseLike(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: inject("postgresUrl").replace("/postgres?", `/${name}?`),
    // PostgreSQL waits a moment for connections that are just ending.
    drop: () => run(`drop database ${name}`),
  };
}
