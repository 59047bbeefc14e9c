import { sql, type RawBuilder } from "kysely";
import { expect } from "vitest";
import { inTransaction, type Db } from "../src/core/db.ts";

/**
 * What all of these answer that begin while `hold` locks what they need, and go on once every one waits for it. What whoever
 * holds them up needs `next` must be free by then: `next` asks for it.
 */
export async function heldUp<T>(
  db: Db,
  hold: RawBuilder<unknown>,
  works: readonly (() => Promise<T>)[],
  next?: RawBuilder<unknown>,
): Promise<T[]> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let answers: Promise<T[]> | undefined;
  await inTransaction(db, async (tx) => {
    await hold.execute(tx);
    answers = Promise.all(works.map((work) => work()));
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(works.length);
    await next?.execute(tx);
  });
  return await answers!;
}
