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

/** An empty database at the newest schema, for one test file. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(`create database ${name} template ${templateName}`);
  return {
    url: inject("postgresUrl").replace("/postgres?", `/${name}?`),
    // It waits a moment for connections that are just ending.
    drop: () => run(`drop database ${name}`),
  };
}
