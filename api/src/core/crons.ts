import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Job } from "./jobs.ts";

/** A job that is posted again and again: at every multiple of `every`, counted from midnight UTC, and `after` later. */
export interface Cron {
  task: Job<object>;
  /** An interval in PostgreSQL's words, up to days. */
  every: string;
  after?: string;
}

// How late a job may be posted.
const pollEveryMs = 1000;

/**
 * Posts each job when its time has come by the database's clock, once among all servers, until it is stopped. When nobody
 * was there at its time it is posted as soon as somebody is, once, however often its time had come.
 */
export function startCrons(
  pool: pg.Pool,
  crons: readonly Cron[],
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const watching = (async () => {
    while (crons.length > 0 && !stopped.signal.aborted) {
      await postDue(pool, crons).catch(onError);
      await sleep(pollEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}

/** One statement: whoever comes second waits for the row, and finds it taken. */
async function postDue(pool: pg.Pool, crons: readonly Cron[]): Promise<void> {
  // One that is met for the first time waits for its next time. A time to come was written by a server whose clock was
  // fast, before the database's alone was asked.
  await pool.query(
    `with given as (
       select task, date_bin(every, now(), timestamptz '2000-01-01 00:00:00Z' + after) as due
         from unnest($1::text[], $2::interval[], $3::interval[]) as given (task, every, after)
     ), taken as (
       insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
       select task, now(), due from given
        where not exists (select from graphile_worker._private_known_crontabs same
                           where same.identifier = task and same.last_execution = due)
       on conflict (identifier) do update set last_execution = excluded.last_execution
        where known.last_execution is null or known.last_execution < excluded.last_execution
           or known.last_execution > clock_timestamp()
       returning identifier, known_since, last_execution
     )
     select graphile_worker.add_job(identifier, json_build_object('due', last_execution))
       from taken where known_since < now()`,
    [
      crons.map(({ task }) => task.name),
      crons.map(({ every }) => every),
      crons.map(({ after = "0" }) => after),
    ],
  );
}
