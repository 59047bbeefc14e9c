import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Job } from "./jobs.ts";

/** A job that is posted periodically: at every multiple of `every`, counted from midnight UTC, shifted by `after`. */
export interface Cron {
  task: Job<object>;
  /** An interval in PostgreSQL's syntax, up to days. */
  every: string;
  after?: string;
}

// The delay with which a job may be posted.
const pollEveryMs = 1000;

/**
 * Posts each job when it is due by the database's clock, once across all servers, until stopped. If no server was running at
 * that time, the job is posted once as soon as one is, however many due times were missed.
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

/** In one statement: a second server waits for the row, and finds it taken. */
async function postDue(pool: pg.Pool, crons: readonly Cron[]): Promise<void> {
  // A job seen for the first time waits for its next due time. A time in the future was recorded by a server with a fast clock,
  // before only the database's clock was used.
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
        where known.last_execution < excluded.last_execution or known.last_execution > clock_timestamp()
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
