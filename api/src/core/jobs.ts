import { sql } from "kysely";
import {
  Logger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
} from "graphile-worker";
import type pg from "pg";
import type { Executor } from "./db.ts";

export interface JobOptions {
  /** A job with the same key that has not started is replaced instead of doubled. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/** Posts a job in the caller's transaction: it runs after the commit, at least once, or never if it is rolled back. */
export async function addJob(
  executor: Executor,
  name: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${options.key ?? null},
    run_at := ${options.runAt ?? null}, max_attempts := ${options.maxAttempts ?? 25})`.execute(
    executor,
  );
}

export type JobHandler = (payload: never, log: JobLog) => Promise<void>;
export interface JobLog {
  info(message: string): void;
  error(message: string): void;
}
export type JobHandlers = Record<string, JobHandler>;

/** Handlers of several features in one set; where two take up the same news, both do, one after the other. */
export function mergeHandlers(...sets: readonly JobHandlers[]): JobHandlers {
  const merged: JobHandlers = {};
  for (const [name, handle] of sets.flatMap((set) => Object.entries(set))) {
    const before = merged[name];
    merged[name] = before
      ? async (payload, log) => {
          await before(payload, log);
          await handle(payload, log);
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
  crons: CronItem[],
  concurrency: number,
  onError: (error: unknown) => void,
): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload, helpers) => handle(payload as never, helpers.logger),
    ]),
  );
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(crons),
    logger: quiet,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
  });
  runner.events.on("worker:fatalError", ({ error }) => onError(error));
  runner.events.on("job:error", ({ error, job }) =>
    onError(new Error(`Job ${job.task_identifier} failed`, { cause: error })),
  );
  return runner;
}
