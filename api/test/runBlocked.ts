import { sql, type RawBuilder } from "kysely";
import { expect } from "vitest";
import { inTransaction, type Db } from "../src/core/db.ts";

/**
 * Returns the results of works that all start while `blocker` locks what they need, and continue once every one is waiting. The
 * blocker then runs `next`, whose locks none of them may hold by then.
 */
export async function runBlocked<T>(
  db: Db,
  blocker: RawBuilder<unknown>,
  works: readonly (() => Promise<T>)[],
  next?: RawBuilder<unknown>,
): Promise<T[]> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let answers: Promise<T[]> | undefined;
  await inTransaction(db, async (tx) => {
    await blocker.execute(tx);
    answers = Promise.all(works.map((work) => work()));
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(works.length);
    await next?.execute(tx);
  });
  return await answers!;
}
