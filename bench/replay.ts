import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Db } from "../api/src/core/db.ts";

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Runs work on a database handle of its own and writes down every statement it makes. */
export async function record(
  pool: pg.Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === "query")
        statements.push({ sql: event.query.sql, parameters: event.query.parameters });
    },
  }) as Db;
  await work(db);
  return statements;
}

const nextOrderId = /nextval/;
const jobKey = /^mail \d+$/;
let runs = 0;

/**
 * Sends recorded statements again on one connection, prepared, without any of our code: the limit of the SQL side.
 * `values` replaces recorded parameters (a user's id, a cart's id); the order's number and job keys are made anew.
 */
export async function replay(
  client: pg.PoolClient,
  statements: readonly Statement[],
  values: ReadonlyMap<unknown, unknown>,
): Promise<void> {
  const run = ++runs;
  const replaced = new Map(values);
  const substitute = (value: unknown): unknown => {
    if (typeof value === "string" && jobKey.test(value)) return `bench ${run} ${value}`;
    if (Array.isArray(value)) return value.map(substitute);
    return replaced.get(value) ?? value;
  };
  const writes = statements.length > 2;
  if (writes) await client.query("begin");
  for (const { sql: text, parameters } of statements) {
    if (/^(begin|commit|start transaction)/i.test(text)) continue;
    const name = createHash("sha1").update(text).digest("base64url");
    const { rows } = await client.query({ name, text, values: parameters.map(substitute) });
    if (nextOrderId.test(text)) {
      const [id, , reference] = recordedOrder(statements);
      replaced.set(id, rows[0].id);
      replaced.set(reference, `bench ${rows[0].id}`);
    }
  }
  if (writes) await client.query("commit");
}

/** Parameters of the order's insert: its number, its buyer, its payment reference … as they were recorded. */
function recordedOrder(statements: readonly Statement[]): readonly unknown[] {
  return (
    statements.find(({ sql: text }) => text.startsWith("insert into orders"))?.parameters ?? []
  );
}
