import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { Bound } from "./limits.rules.ts";

export interface Counted {
  /** False if the limit was reached: this key is then unchanged. */
  counted: boolean;
  /** Until the next attempt is accepted. */
  secondsLeft: number;
}

/**
 * Counts one attempt for each key below its limit, and returns the results in the order of the keys. An expired window
 * restarts. A single statement: concurrent counts from two servers are both counted.
 */
export async function countTries(
  executor: Executor,
  tries: readonly (Bound & { key: Buffer })[],
): Promise<Counted[]> {
  const list = <T>(pick: (one: Bound & { key: Buffer }) => T) => tries.map(pick);
  const { rows } = await sql<Counted & { key: Buffer }>`
    with given as (
      select * from unnest(
        ${list(({ key }) => key)}::bytea[], ${list(({ allowed }) => allowed)}::integer[],
        ${list(({ windowSeconds }) => windowSeconds)}::float8[],
        ${list(({ maxDelaySeconds }) => maxDelaySeconds)}::float8[]
      ) with ordinality as given (key, allowed, seconds, max_delay, place)
    ), counted as (
      insert into attempts as kept (key, tries, ends_at)
      select key, 1, now() + make_interval(secs => seconds) from given order by place
      on conflict (key) do update set
        tries = case when kept.ends_at <= now() then 1 else least(kept.tries, 1000000) + 1 end,
        ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end,
        next_at = (
          select case when kept.ends_at <= now() or kept.tries < allowed or max_delay is null then now()
                      else now() + make_interval(secs => least(max_delay, 2 ^ least(kept.tries + 1 - allowed, 30))) end
            from given where given.key = excluded.key)
      where kept.ends_at <= now() or (
        select kept.tries < allowed or (max_delay is not null and kept.next_at <= now())
          from given where given.key = excluded.key)
      returning key
    )
    select given.key, counted.key is not null as counted,
           extract(epoch from coalesce(case when max_delay is null then ends_at else next_at end, now()) - now())::float8
             as "secondsLeft"
      from given left join counted using (key) left join attempts using (key)`.execute(executor);
  return tries.map(({ key }) => rows.find((row) => row.key.equals(key))!);
}

/** Reverts one attempt of each key, with the delay that it caused; locks keys in the same order as `countTries`. */
export async function uncountTries(executor: Executor, keys: readonly Buffer[]): Promise<void> {
  await sql`
    with locked as (
      select key from attempts where key = any(${keys}::bytea[])
       order by array_position(${keys}::bytea[], key) for update)
    update attempts set tries = tries - 1, next_at = now() from locked
     where attempts.key = locked.key and tries > 0`.execute(executor);
}

/** Deletes all counters whose key has this prefix. */
export async function deleteTries(executor: Executor, prefix: Buffer): Promise<void> {
  const last = Buffer.concat([prefix, Buffer.alloc(prefix.length + 1, 0xff)]);
  await sql`delete from attempts where key >= ${prefix} and key <= ${last}`.execute(executor);
}

/** Deletes counters whose window ended at least so many days ago. */
export async function pruneOldTries(executor: Executor, days: number): Promise<void> {
  await sql`delete from attempts where ends_at <= now() - make_interval(days => ${days})`.execute(
    executor,
  );
}
