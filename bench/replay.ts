import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import Cursor from "pg-cursor";
import type { Db } from "../api/src/core/db.ts";

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Runs `work` on a separate database handle and records every statement it executes. */
export async function recordStatements(
  pool: pg.Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    log: (event) => {
      if (event.level === "query")
        statements.push({ sql: event.query.sql, parameters: event.query.parameters });
    },
  }) as Db;
  await work(db);
  return statements;
}
