import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type PostgresCursor, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { DB } from "./database.types.ts";
import { joinStatements, type Statement } from "./joined.ts";

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** For functions that work both inside and outside a transaction; always the first parameter, never optional. */
export type Executor = Db | Tx;

// Integers beyond 32 bits here are cents, tonnes and row ids, all far below 2^53. Percentages have two decimals.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A calendar date has no time zone: kept as text it cannot shift by a day.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash("sha1").update(text).digest("base64url");
    names.set(text, name);
  }
  return name;
}

// How many rows a LIKE pattern matches, and so the best plan, depends on its value.
const hasPattern = (text: string) => / like \$\d/.test(text);

/** Time limits of a connection, in milliseconds; 0 means none. */
interface TimeLimits {
  statement: number;
  lock: number;
  /** A transaction without a statement. */
  idleInTransaction: number;
}

const minute = 60_000;

/** The limits by kind of connection: for requests, for jobs, and for commands that a person waits for at the console. */
export const timeLimits = {
  requests: { statement: minute / 2, lock: minute / 6, idleInTransaction: minute },
  jobs: { statement: 10 * minute, lock: minute, idleInTransaction: 10 * minute },
  commands: { statement: 0, lock: minute, idleInTransaction: 0 },
} satisfies Record<string, TimeLimits>;

// A list exported as a file takes as long as its client needs to read it.
const streamLimit = 10 * minute;
// After the statement's own limit no answer will come: the server or the network is gone without closing the connection.
const silenceLimit = 5_000;

/** Settings that do not depend on the server's configuration. Set by SET, since poolers reject unknown startup parameters. */
const settingsOf = ({ statement, lock, idleInTransaction }: TimeLimits) =>
  `set jit = off; set statement_timeout = ${statement}; set lock_timeout = ${lock};
   set idle_in_transaction_session_timeout = ${idleInTransaction}`;

let commits = 0;

/** Returns how many transactions this process has ended. Data read at a different count may predate its own writes. */
export function commitsHere(): number {
  return commits;
}

async function counted(answer: unknown): Promise<unknown> {
  try {
    return await answer;
  } finally {
    // If the commit failed, the transaction may have been committed nevertheless.
    commits++;
  }
}

/**
 * Replaces a connection's `query`: statements are named, joined into few messages and given up on when the database falls
 * silent, commits are counted, and cursors get more time.
 */
function wrapQueries(client: pg.ClientBase, limits: TimeLimits): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const ended = new Promise<void>((resolve) => void client.once("end", resolve));
  const joiner = joinStatements(client, query as (statement: unknown) => Promise<unknown>, () => {
    commits++;
  });
  const send = (text: unknown, values: unknown, rest: unknown[]) => {
    // Some libraries pass a callback.
    if (typeof text !== "string" || typeof values === "function" || rest.length > 0) {
      return query(text, values, ...rest);
    }
    const statement = statementOf(text, values);
    return joiner.ask(statement) ?? query(statement);
  };
  const wrapped = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (text instanceof Cursor) return patientCursor(text, query, limits, ended, joiner.flush);
    const result = send(text, values, rest);
    const answer = text === "commit" ? counted(result) : result;
    return answer instanceof Promise && limits.statement > 0
      ? withSilenceLimit(client as pg.Client, limits.statement + silenceLimit, answer)
      : answer;
  };
  client.query = wrapped as typeof client.query;
}

/**
 * Names a statement that has parameters, so that PostgreSQL parses and plans it once per connection; searches by pattern are
 * planned each time.
 */
function statementOf(text: string, values: unknown): Statement {
  if (!Array.isArray(values)) return { text };
  const isNamed = values.length > 0 && !hasPattern(text);
  return { text, values, ...(isNamed && { name: nameOf(text) }) };
}

function withSilenceLimit(client: pg.Client, limitMs: number, answer: Promise<unknown>) {
  const over = setTimeout(() => void client.end().catch(() => {}), limitMs).unref();
  return answer.finally(() => clearTimeout(over));
}

/** A cursor whose statement has a longer limit, and which does not wait for a lost connection when closed. */
function patientCursor(
  cursor: Cursor,
  query: (...args: unknown[]) => unknown,
  limits: TimeLimits,
  ended: Promise<void>,
  before: () => Promise<void>,
): PostgresCursor<unknown> {
  let opened = false;
  return {
    async read(rows) {
      if (!opened) {
        await before();
        if (limits.statement > 0) await query(`set statement_timeout = ${streamLimit}`);
        opened = true;
        query(cursor);
      }
      return (await cursor.read(rows)) as unknown[];
    },
    async close() {
      if (!opened) return;
      await Promise.race([cursor.close(), ended]);
      if (limits.statement > 0) await query(`set statement_timeout = ${limits.statement}`);
    },
  };
}

/**
 * Opens a pool of at most `size` connections, each within `limits`; `minIdle` of them stay open when idle. Errors of idle
 * connections go to `onError`; when one that is in use ends, its statement fails.
 */
export function openPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  limits: TimeLimits = timeLimits.requests,
  minIdle = 0,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    min: minIdle,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: "tonneline",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The pool waits for it, although the type does not say so.
    onConnect: (client): unknown => client.query(settingsOf(limits)),
  });
  pool.on("connect", (client) => {
    wrapQueries(client, limits);
    // The pool only listens to idle connections, and an unhandled error event ends the process.
    client.on("error", () => {});
  });
  pool.on("error", onError);
  return pool;
}

/** Creates a Kysely instance on a pool. Connects with the first statement; once used, its `destroy` ends the pool too. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
}

/**
 * Returns the database's time, which is the same for all servers regardless of their own clocks: instants stored there are
 * compared with it.
 */
export async function databaseNow(executor: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(executor);
  return rows[0]!.now;
}

/** Serializes transactions that count an owner's rows before adding another. */
export async function lockOwner(tx: Tx, what: string, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${what}), ${ownerId})`.execute(tx);
}

// 40001 serialization failure, 40P01 deadlock: PostgreSQL's codes for "try again".
const retriable = new Set(["40001", "40P01"]);

/** Whether PostgreSQL aborted the transaction because of a concurrent one; the same work may be retried. */
export function isCollision(error: unknown): boolean {
  return retriable.has((error as { code?: string }).code ?? "");
}

/**
 * Runs `work` in one transaction (read committed), up to three times in all if PostgreSQL aborts it for a deadlock. `work` must
 * therefore have no effects outside the database.
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
