import { EventEmitter } from "node:events";
import { sql, type RawBuilder } from "kysely";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { z } from "zod";
import { setTimeout as sleep } from "node:timers/promises";
import { advisoryLocks } from "./advisoryLocks.ts";
import { startCrons, type Cron } from "./crons.ts";
import { inTransaction, type Db, type Executor, type Tx } from "./db.ts";

/** A job as whoever posts it and whoever takes it up know it. */
export interface Job<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Workers are not woken for it: they find it when they look next, within a second, and take all of its kind at once. */
  canWait: boolean;
}

/** Declares a job and what it carries; one that comes by the clock carries nothing. */
export function job<Payload = object>(
  name: string,
  payload: z.ZodType<Payload> = z.object({}) as unknown as z.ZodType<Payload>,
  { canWait = false } = {},
): Job<Payload> {
  return { name, payload, canWait };
}

export interface JobOptions {
  /** A job with the same key that has not started is replaced instead of doubled. */
  key?: string;
  /** Jobs of one queue are taken one after the other, whatever the servers. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Posts a job in the caller's transaction: it runs after the commit, at least once, or never if it is rolled back. */
export async function addJob<Payload>(
  executor: Executor,
  job: Job<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${postingJob(job, payload, options)}`.execute(executor);
}

/**
 * The same as an expression in a statement of the caller's, who spares a round trip. What the statement alone knows, such
 * as ids that it gives, stands in expressions.
 */
export function postingJob<Payload>(
  { name, canWait }: Job<Payload>,
  payload: Payload | RawBuilder<unknown>,
  options: Omit<JobOptions, "key" | "runAt"> & {
    key?: string | RawBuilder<unknown>;
    runAt?: Date | RawBuilder<Date>;
  } = {},
): RawBuilder<unknown> {
  const carried = isExpression(payload) ? payload : sql`${JSON.stringify(payload)}::json`;
  const { key = null, queue = null, runAt = null, maxAttempts = 25 } = options;
  if (key === null && queue === null) {
    return sql`post_job(${name}, ${carried}, ${runAt}, ${maxAttempts}, ${!canWait})`;
  }
  return sql`graphile_worker.add_job(${name}, payload := ${carried},
    job_key := ${key}, queue_name := ${queue}, run_at := ${runAt}, max_attempts := ${maxAttempts})`;
}

function isExpression(payload: unknown): payload is RawBuilder<unknown> {
  return typeof payload === "object" && payload !== null && "toOperationNode" in payload;
}

/** What is known of a job beside what it carries. */
export interface Run {
  id: string;
  /** Given when the server stops and has no more time for it. */
  stop?: AbortSignal;
}

/**
 * Ends a job within the transaction that does its work: that is done once then, whoever dies when. False when it has been
 * done before.
 */
export async function endJob(tx: Tx, { id }: Run): Promise<boolean> {
  // The library's own function leaves jobs alone that are under way.
  const { numAffectedRows } =
    await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(tx);
  return numAffectedRows === 1n;
}

/** Ends what was posted with just this payload and is not done. False where there is none: it waits for one at its end. */
export async function endPosted<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  payload: Payload,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${name} and j.payload::jsonb = ${JSON.stringify(payload)}::jsonb`.execute(
    tx,
  );
  return numAffectedRows !== 0n;
}

type JobHandler = (payload: unknown, run?: Run) => Promise<void>;
// Work that nobody posted.
const unposted: Run = { id: "0" };
export type JobHandlers = Record<string, JobHandler>;

/** Takes a job up. */
export function jobHandler<Payload>(
  { name, payload: schema }: Job<Payload>,
  handle: (payload: Payload, run: Run) => Promise<void>,
): JobHandlers {
  return { [name]: async (payload, run = unposted) => await handle(schema.parse(payload), run) };
}

// Enough that the statements around them no longer count, few enough that requests are not kept waiting for their texts.
const togetherAtMost = 10;

/**
 * Takes a job up with what else of its kind is due, in one transaction that ends them all. When that fails each is tried by
 * itself, in its own attempts: what cannot be done does not hold up the others for long.
 */
export function batchHandler<Payload>(
  db: Db,
  job: Job<Payload>,
  handle: (tx: Tx, payloads: Payload[]) => Promise<void>,
): JobHandlers {
  const take = (run: Run, others: number) =>
    inTransaction(db, async (tx) => {
      const payloads = await endJobs(tx, run, others);
      if (payloads.length === 0) return 0;
      await handle(
        tx,
        payloads.map((payload) => job.payload.parse(payload)),
      );
      return payloads.length;
    });
  return {
    [job.name]: async (_payload, run = unposted) => {
      try {
        await take(run, togetherAtMost - 1);
      } catch {
        await take(run, 0);
      }
    },
  };
}

/** Ends a job and so many others of its kind that wait and never failed; what they carry, nothing when it has been done. */
async function endJobs(tx: Tx, { id }: Run, others: number): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    with own as (
      delete from graphile_worker._private_jobs where id = ${id}::bigint returning task_id, payload
    ), due as (
      select j.id from graphile_worker._private_jobs j
      where j.task_id = (select task_id from own) and j.is_available and j.job_queue_id is null and j.attempts = 0
        and j.run_at <= now()
      order by j.priority, j.run_at, j.id limit ${others}::integer for update skip locked
    ), more as (
      delete from graphile_worker._private_jobs using due where _private_jobs.id = due.id
      returning _private_jobs.id, _private_jobs.payload
    )
    select payload from own union all (select payload from more order by id)`.execute(tx);
  return rows.map(({ payload }) => payload);
}

/**
 * Handlers of several features in one set; where two take up the same news, both do, one after the other. Not where one
 * ends the job itself (`endJob`, `batchHandler`): the other would miss what ended.
 */
export function mergeHandlers(...sets: readonly JobHandlers[]): JobHandlers {
  const merged: JobHandlers = {};
  for (const [name, handle] of sets.flatMap((set) => Object.entries(set))) {
    const before = merged[name];
    merged[name] = before
      ? async (payload, run) => {
          await before(payload, run);
          await handle(payload, run);
        }
      : handle;
  }
  return merged;
}

// Its own log tells each job; failures reach us through its events.
const quiet = new Logger(() => () => {});

/** Starts taking these jobs on this server, so many at once, and posts those of `crons` when their time comes, once among all servers. */
export async function startWorker(
  pool: pg.Pool,
  handlers: JobHandlers,
  crons: readonly Cron[],
  concurrency: number,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload, { job, abortSignal }) => handle(payload, { id: job.id, stop: abortSignal }),
    ]),
  );
  async function begin() {
    const lives = await holdLives(pool, onError);
    const { events } = lives;
    events.on("pool:fatalError", ({ error }) => onError(error));
    events.on("worker:fatalError", ({ error }) => onError(error));
    events.on("job:error", ({ error, job }) =>
      onError(new Error(`Job ${job.task_identifier} failed`, { cause: error })),
    );
    const ended = endOf(events);
    try {
      const runner = await run({
        pgPool: pool,
        events,
        taskList,
        logger: quiet,
        noHandleSignals: true,
        preset: {
          worker: {
            ...inBatches,
            concurrentJobs: concurrency,
            pollInterval: 1000,
          },
        },
      });
      runner.promise.catch(onError);
      return { runner, lives, ended };
    } catch (error) {
      lives.end();
      throw error;
    }
  }

  let stopped = false;
  let current: Awaited<ReturnType<typeof begin>> | undefined = await begin();
  const watch = async () => {
    while (current) {
      await current.ended;
      // It may wait for itself for ever, see `endOf`: nobody waits for it.
      if (!stopped) current.runner.stop().catch(() => {});
      // What it had taken and not ended is given back, since nobody holds its name any more.
      current.lives.end();
      current = undefined;
      while (!current && !stopped) {
        try {
          current = await begin();
        } catch (error) {
          onError(error);
          await sleep(beginAgainMs);
        }
      }
      if (stopped) await current?.runner.stop();
    }
  };
  const watching = watch();
  const posting = startCrons(pool, crons, onError);
  return {
    async stop() {
      stopped = true;
      await posting.stop();
      await current?.runner.stop();
      await watching;
    },
  };
}

const beginAgainMs = 1000;

/**
 * Resolves when workers have ended, wanted or not. After the ends of two jobs could not be written, as on a full disk,
 * the library counts what is pending below zero: then its workers are gone, and it never says that it released them.
 */
function endOf(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    events.once("pool:release", end);
    events.once("pool:gracefulShutdown:complete", end);
    events.once("pool:gracefulShutdown:error", end);
    events.once("pool:forcefulShutdown:complete", end);
  });
}

// In batches a job's end that cannot be written restarts its workers; without, it ends the process. So it does when jobs that
// were fetched ahead (`localQueue`) cannot be given back, unheard in 0.18: none are.
const inBatches = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const pollEveryMs = 2000;

/**
 * The name in which jobs are taken is locked by a session of its own as long as its process lives. Jobs under a name that
 * nobody holds are given back: else those of a server that was killed would wait for hours.
 */
async function holdLives(pool: pg.Pool, onError: (error: unknown) => void) {
  const names: string[] = [];
  let ended = false;
  let session: pg.PoolClient | undefined = await begin();

  async function begin(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    try {
      for (const name of names) await hold(client, name);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.once("error", () => {
      if (!ended) void again(client);
    });
    return client;
  }
  // After the database was away: the names went with the session.
  async function again(lost: pg.PoolClient): Promise<void> {
    session = undefined;
    lost.release(true);
    while (!ended) {
      try {
        const client = await begin();
        if (ended) client.release(true);
        else session = client;
        return;
      } catch (error) {
        onError(error);
        await sleep(beginAgainMs);
      }
    }
  }
  const hold = (client: pg.PoolClient, name: string) =>
    client.query("select pg_advisory_lock($1, hashtext($2))", [advisoryLocks.workers, name]);

  const giveBack = () =>
    releaseJobs(pool).catch((error: unknown) => {
      if (!ended) onError(error);
    });
  const timer = setInterval(() => void giveBack(), pollEveryMs);

  const events: WorkerEvents = new EventEmitter();
  // Jobs are taken in the name of the pool of workers.
  events.on("pool:create", ({ workerPool: { id } }) => {
    names.push(id);
    // Without a session now, the next one begins with it.
    if (!session) return;
    hold(session, id).catch((error: unknown) => {
      if (!ended) onError(error);
    });
  });
  return {
    events,
    end() {
      ended = true;
      clearInterval(timer);
      session?.release(true);
      session = undefined;
    },
  };
}

/** Gives back the jobs of processes that are gone, at their old places: others take them before what was posted later. */
export async function releaseJobs(pool: pg.Pool): Promise<void> {
  // The lock is had only where nobody holds it, and only until the statement has ended. A worker that has just begun
  // may not hold its own yet. graphile-worker's own function would put them behind every job that is due.
  await pool.query(
    `with gone as materialized (
       select name from (select distinct locked_by as name from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '5 seconds') busy
       where pg_try_advisory_xact_lock($1, hashtext(name))
     ), queues as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_by in (select name from gone)
     )
     update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_by in (select name from gone)`,
    [advisoryLocks.workers],
  );
}
