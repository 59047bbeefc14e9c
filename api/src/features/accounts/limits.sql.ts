import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";

export interface Count {
  tries: number;
  secondsLeft: number;
}

/**
 * Counts one more try of each key and answers the counts in the order of the keys. A window that is over begins anew.
 * One statement: two servers that count at once both count.
 */
export async function countTries(
  executor: Executor,
  keys: readonly Buffer[],
  windowSeconds: number,
): Promise<Count[]> {
  const { rows } = await sql<Count & { key: Buffer }>`
    insert into attempts (key, tries, ends_at)
    select key, 1, now() + make_interval(secs => ${windowSeconds})
      from unnest(${keys}::bytea[]) with ordinality as given (key, place) order by place
    on conflict (key) do update set
      tries = case when attempts.ends_at <= now() then 1 else least(attempts.tries, 1000000) + 1 end,
      ends_at = case when attempts.ends_at <= now() then excluded.ends_at else attempts.ends_at end
    returning key, tries, extract(epoch from ends_at - now())::float8 as "secondsLeft"`.execute(
    executor,
  );
  return keys.map((key) => rows.find((row) => row.key.equals(key))!);
}

/** Takes one try of each key back; locks in the order of the keys, as counting does. */
export async function uncountTries(executor: Executor, keys: readonly Buffer[]): Promise<void> {
  await sql`
    with locked as (
      select key from attempts where key = any(${keys}::bytea[])
       order by array_position(${keys}::bytea[], key) for update)
    update attempts set tries = tries - 1 from locked
     where attempts.key = locked.key and tries > 0`.execute(executor);
}

export async function forgetOldTries(executor: Executor): Promise<void> {
  await sql`delete from attempts where ends_at <= now()`.execute(executor);
}
