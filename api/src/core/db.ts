import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { DB } from "./database.types.ts";

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** For statements that run the same inside and outside a transaction; always the first parameter, never optional. */
export type Executor = Db | Tx;

// Integers beyond 32 bit here are cents, tonnes and row ids, all far below 2^53. Percentages have two decimals.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A calendar date has no time zone: as text it cannot slip by a day.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = createHash("sha1").update(text).digest("base64url")));
  return name;
}

// How many rows a pattern finds, and with it the way to find them, only its own value tells.
const hasPattern = (text: string) => / like \$\d/.test(text);

/**
 * Names every statement that has parameters, so that PostgreSQL parses and plans it once a connection; searches by a
 * pattern are planned each time.
 */
function prepareStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === "string" && Array.isArray(values) && values.length > 0 && !hasPattern(text)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest);
  client.query = named as typeof client.query;
}

/** A pool of at most `size` connections. Its idle connections' errors are logged: unheard they would end the process. */
export function openPool(url: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: "tonneline",
  });
  pool.on("connect", prepareStatements);
  pool.on("error", onError);
  return pool;
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
}

// 40001 serialization failure, 40P01 deadlock: PostgreSQL's word for "try again".
const retriable = new Set(["40001", "40P01"]);

/** PostgreSQL ended the transaction because of another one; the same work may be tried again. */
export function isCollision(error: unknown): boolean {
  return retriable.has((error as { code?: string }).code ?? "");
}

/**
 * Runs `work` in one transaction (read committed) and tries again, at most three times, when PostgreSQL ended it
 * for a deadlock. `work` must therefore do nothing outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= 3 || !isCollision(error)) throw error;
    }
  }
}
