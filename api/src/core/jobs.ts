import { EventEmitter } from "node:events";
import { sql, type RawBuilder } from "kysely";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { z } from "zod";
import { setTimeout as sleep } from "node:timers/promises";
import { advisoryLocks } from "./advisoryLocks.ts";
import { startCrons, type Cron } from "./crons.ts";
import { inTransaction, type Db, type Executor, type Tx } from "./db.ts";

/** A kind of job, shared by the code that posts it and the code that handles it. */
export interface Job<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Posting wakes no worker: it is found at the next poll, within a second, and all of its kind are taken at once. */
  canWait: boolean;
}

/** Declares a kind of job and the schema of its payload. Scheduled jobs have no payload. */
export function job<Payload = object>(
  name: string,
  payload: z.ZodType<Payload> = z.object({}) as unknown as z.ZodType<Payload>,
  { canWait = false } = {},
): Job<Payload> {
  return { name, payload, canWait };
}

export interface JobOptions {
  /** Replaces a job with the same key that has not started yet, which avoids duplicates. */
  key?: string;
  /** Jobs in the same queue run one after the other, even across servers. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Posts a job in the caller's transaction: it runs at least once after the commit, or never if that is rolled back. */
export async function addJob<Payload>(
  executor: Executor,
  job: Job<Payload>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${postingJob(job, payload, options)}`.execute(executor);
}

/**
 * Returns the same as an SQL expression for one of the caller's statements, which saves a round trip. Values that only this
 * statement produces, such as generated ids, are passed as expressions.
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

/** What a handler gets in addition to the job's payload. */
export interface Run {
  id: string;
  /** Aborted when the server stops and has no time left for the job. */
  stop?: AbortSignal;
}

/**
 * Completes a job within the transaction that does its work, so that the work is done exactly once even if a process dies.
 * Returns false if the job was completed before.
 */
export async function completeJob(tx: Tx, { id }: Run): Promise<boolean> {
  // The library's own function skips jobs that are running.
  const { numAffectedRows } =
    await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(tx);
  return numAffectedRows === 1n;
}

/** Completes pending jobs with exactly this payload. Returns false if there are none; waits for one that is completing. */
export async function completePosted<Payload>(
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
// For work that was not posted as a job.
const unposted: Run = { id: "0" };
export type JobHandlers = Record<string, JobHandler>;

/** Returns a handler that parses a job's payload. */
export function jobHandler<Payload>(
  { name, payload: schema }: Job<Payload>,
  handle: (payload: Payload, run: Run) => Promise<void>,
): JobHandlers {
  return { [name]: async (payload, run = unposted) => await handle(schema.parse(payload), run) };
}

// Enough to make the overhead of the surrounding statements negligible, few enough not to delay requests by rendering.
const maxBatchSize = 10;

/**
 * Returns a handler that processes a job and others of its kind that are due in one transaction, which completes them all. If
 * that fails, each is tried alone, with its own attempts, so that a failing job does not hold up the others for long.
 */
export function batchHandler<Payload>(
  db: Db,
  job: Job<Payload>,
  handle: (tx: Tx, payloads: Payload[]) => Promise<void>,
): JobHandlers {
  const take = (run: Run, others: number) =>
    inTransaction(db, async (tx) => {
      const payloads = await completeJobs(tx, run, others);
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
        await take(run, maxBatchSize - 1);
      } catch {
        await take(run, 0);
      }
    },
  };
}

/**
 * Completes a job and up to `others` waiting ones that never failed. Returns their payloads; none if it was completed before.
 */
async function completeJobs(tx: Tx, { id }: Run, others: number): Promise<unknown[]> {
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
 * Merges the handlers of several features; if two handle the same job, both run, one after the other. Not for handlers that
 * complete the job themselves (`completeJob`, `batchHandler`): the other would miss the completed jobs.
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

// The library's logger writes about every job; failures reach us through its events.
const quiet = new Logger(() => () => {});

/** Starts running up to `concurrency` of these jobs at once on this server, and posts those of `crons`, once across servers. */
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
    const workerLocks = await lockWorkerNames(pool, onError);
    const { events } = workerLocks;
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
      return { runner, workerLocks, ended };
    } catch (error) {
      workerLocks.end();
      throw error;
    }
  }

  let stopped = false;
  let current: Awaited<ReturnType<typeof begin>> | undefined = await begin();
  const watch = async () => {
    while (current) {
      await current.ended;
      // Not awaited: it may never resolve, see `endOf`.
      if (!stopped) current.runner.stop().catch(() => {});
      // The jobs that it took and did not complete are released, since its name is no longer locked.
      current.workerLocks.end();
      current = undefined;
      while (!current && !stopped) {
        try {
          current = await begin();
        } catch (error) {
          onError(error);
          await sleep(restartMs);
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

const restartMs = 1000;

/**
 * Resolves when the workers have ended, on request or not. If the completion of two jobs could not be written, as on a full
 * disk, the library's count of pending jobs drops below zero: its workers are then gone, and it never reports their release.
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

// With batching, a failure to write a job's completion restarts the workers; without it, it ends the process. So does a failure
// to return jobs that were fetched ahead (`localQueue`), unhandled in 0.18: no jobs are fetched ahead.
const inBatches = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const pollEveryMs = 2000;

/**
 * Locks the names under which this process takes jobs, in a dedicated session that lasts as long as the process. Jobs under a
 * name that is not locked are released: otherwise those of a killed server would wait for hours.
 */
async function lockWorkerNames(pool: pg.Pool, onError: (error: unknown) => void) {
  const names: string[] = [];
  let ended = false;
  let session: pg.PoolClient | undefined = await begin();

  async function begin(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    try {
      for (const name of names) await lockName(client, name);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.once("error", () => {
      if (!ended) void again(client);
    });
    return client;
  }
  // After the connection was lost: the locks went with the session.
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
        await sleep(restartMs);
      }
    }
  }
  const lockName = (client: pg.PoolClient, name: string) =>
    client.query("select pg_advisory_lock($1, hashtext($2))", [advisoryLocks.workers, name]);

  const release = () =>
    releaseJobs(pool).catch((error: unknown) => {
      if (!ended) onError(error);
    });
  const timer = setInterval(() => void release(), pollEveryMs);

  const events: WorkerEvents = new EventEmitter();
  // Jobs are taken under the name of the worker pool.
  events.on("pool:create", ({ workerPool: { id } }) => {
    names.push(id);
    // Without a session now, the next one locks this name when it begins.
    if (!session) return;
    lockName(session, id).catch((error: unknown) => {
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

/** Releases the jobs of processes that are gone. They keep their position: workers take them before jobs posted later. */
export async function releaseJobs(pool: pg.Pool): Promise<void> {
  // The lock is only acquired if no process holds it, and is released when the statement ends. A worker that has just started
  // may not hold its lock yet. graphile-worker's own function would put the jobs behind all others that are due.
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
