import { sql, type RawBuilder } from "kysely";
import type { BulkRun } from "@tonneline/contract/decisions";
import { z } from "zod";
import type { KnownActor } from "./audit.ts";
import { inTransaction, lockOwner, type Db, type Executor } from "./db.ts";
import { decidedWith, type DecisionContext } from "./decisions.ts";
import { Refusal, refuse } from "./errors.ts";
import { earlierAnswer, storeAnswer } from "./idempotency.ts";
import { addJob, job, jobHandler, type Job, type JobHandlers } from "./jobs.ts";

type RunJob = Job<{ runId: number }>;

/** Declares the job that runs the bulk decisions on one subject. */
export const bulkJob = (name: string): RunJob => job(name, z.object({ runId: z.int() }));

interface Row {
  id: number;
  asks?: unknown;
}

interface Start {
  actor: KnownActor;
  decision: string;
  rows: readonly Row[];
  idempotencyKey: string | undefined;
  /** Delay in seconds, in which the run can be canceled; none by default. */
  startsIn?: number;
}

const keyOf = (runId: number) => `bulk ${runId}`;

/** Stores the decisions to take and posts their job; returns the existing run for a key used before. */
export async function startBulk(db: Db, runJob: RunJob, start: Start): Promise<BulkRun> {
  const { actor, decision, rows, idempotencyKey: key, startsIn = 0 } = start;
  const body = { decision, rows };
  const call = key ? { userId: actor.userId, endpoint: runJob.name, key, body } : undefined;
  const id = await inTransaction(db, async (tx) => {
    if (call) await lockOwner(tx, "bulk", actor.userId);
    const earlier = call && (await earlierAnswer(tx, call));
    if (earlier) return (earlier as { id: number }).id;
    const { id: runId, starts_at: runAt } = await tx
      .insertInto("bulk_runs")
      .values({
        actor_id: actor.userId,
        actor: actor.username,
        ip: actor.ip,
        decision: `${runJob.name} ${decision}`,
        rows: JSON.stringify(rows),
        starts_at: sql<Date>`now() + make_interval(secs => ${startsIn})`,
      })
      .returning(["id", "starts_at"])
      .executeTakeFirstOrThrow();
    await addJob(tx, runJob, { runId }, { key: keyOf(runId), runAt });
    if (call) await storeAnswer(tx, call, { id: runId });
    return runId;
  });
  return await bulkRunOf(db, runJob, { id, actorId: actor.userId });
}

/** A run, for the user who started it. */
interface RunRef {
  id: number;
  actorId: number;
}

const isOf = ({ name }: RunJob, actorId: number) =>
  sql<boolean>`(actor_id = ${actorId} and starts_with(decision, ${`${name} `}))`;
const isTheirs = (runJob: RunJob, { id, actorId }: RunRef) =>
  sql<boolean>`(id = ${id} and ${isOf(runJob, actorId)})`;

async function runsWhere(executor: Executor, where: RawBuilder<boolean>): Promise<BulkRun[]> {
  const { rows } = await sql<Omit<BulkRun, "startsAt"> & { startsAt: Date }>`
    select id, jsonb_array_length(rows) as total, results, starts_at as "startsAt",
      case when jsonb_array_length(results) = jsonb_array_length(rows) then 'DONE' when ended_at is not null then 'STOPPED'
        when begun_at is not null then 'RUNNING' else 'WAITING' end as state
    from bulk_runs where ${where} order by id`.execute(executor);
  return rows.map((run) => ({ ...run, startsAt: run.startsAt.toISOString() }));
}

/** Returns a run's progress; NOT_FOUND for all but the user who started it. */
export async function bulkRunOf(executor: Executor, runJob: RunJob, ref: RunRef): Promise<BulkRun> {
  const [run] = await runsWhere(executor, isTheirs(runJob, ref));
  return run ?? refuse("NOT_FOUND");
}

/** Returns the progress of a user's runs that have not ended, oldest first. */
export async function openRunsOf(
  executor: Executor,
  runJob: RunJob,
  actorId: number,
): Promise<BulkRun[]> {
  return await runsWhere(executor, sql`${isOf(runJob, actorId)} and ended_at is null`);
}

/**
 * Stops a run: one that is waiting never begins, a running one ends after the current decision. INVALID_TRANSITION if it has
 * ended, NOT_FOUND for all but the user who started it.
 */
export async function stopBulk(db: Db, runJob: RunJob, ref: RunRef): Promise<BulkRun> {
  const { numUpdatedRows } = await db
    .updateTable("bulk_runs")
    .set({
      stopped_at: sql<Date>`coalesce(stopped_at, now())`,
      ended_at: sql<Date>`case when begun_at is null then now() end`,
    })
    .where(isTheirs(runJob, ref))
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const run = await bulkRunOf(db, runJob, ref);
  return numUpdatedRows === 1n
    ? run
    : refuse("INVALID_TRANSITION", { detail: "It has already finished." });
}

/** Starts a waiting run at once. INVALID_TRANSITION if it is not waiting any more, NOT_FOUND as above. */
export async function startBulkNow(db: Db, runJob: RunJob, ref: RunRef): Promise<BulkRun> {
  return await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("bulk_runs")
      .set({ starts_at: sql<Date>`now()` })
      .where(isTheirs(runJob, ref))
      .where("begun_at", "is", null)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    const run = await bulkRunOf(tx, runJob, ref);
    if (numUpdatedRows === 0n) refuse("INVALID_TRANSITION", { detail: "It is no longer waiting." });
    await addJob(tx, runJob, { runId: ref.id }, { key: keyOf(ref.id) });
    return run;
  });
}

/** Takes a decision on one record; `asks` is the operator's input, still to be parsed. */
export type BulkDecision = (context: DecisionContext, asks: unknown) => Promise<void>;

/**
 * Takes a run's decisions one by one, each in its own transaction, and stores each result: FORBIDDEN once the user who started
 * it is blocked or lacks the permission. After a crash the next try takes the rest, none twice; a stopped run stays stopped.
 * `decisions` are by the names that runs are started with.
 */
export function bulkHandler(
  db: Db,
  runJob: RunJob,
  permission: string,
  decisions: Readonly<Record<string, BulkDecision>>,
): JobHandlers {
  return jobHandler(runJob, async ({ runId }, { stop }) => {
    // From here on it cannot be canceled: it was stopped before, or stopping it only skips the rest.
    const run = await db
      .updateTable("bulk_runs")
      .set({ begun_at: sql<Date>`coalesce(begun_at, now())` })
      .where("id", "=", runId)
      .where("ended_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!run) return;
    const name = run.decision.slice(runJob.name.length + 1);
    const decide = decisions[name];
    if (!decide) throw new Error(`${runJob.name} knows no decision ${name}`);
    const finished = new Set((run.results as unknown as Row[]).map(({ id }) => id));
    const actor = { userId: run.actor_id, username: run.actor, ip: run.ip };
    const idempotencyKey = `bulk-${runId}`;
    const decided = await decidedWith(db, actor.userId, idempotencyKey);
    let stopped = run.stopped_at !== null;
    for (const { id, asks } of run.rows as unknown as Row[]) {
      if (finished.has(id)) continue;
      // Decisions taken by a server that died before storing the result are reported now, even if the run was stopped since.
      const isDecided = decided.has(id);
      if (stopped && !isDecided) continue;
      stop?.throwIfAborted();
      const context = { id, actor, idempotencyKey };
      // Sequentially, in the requested order.
      const result = await resultOf(id, async () => {
        if (isDecided) return;
        await requireRight(db, actor.userId, permission);
        await decide(context, asks);
      });
      stopped = await keepResult(db, runId, result);
    }
    await db
      .updateTable("bulk_runs")
      .set({ ended_at: sql<Date>`now()` })
      .where("id", "=", runId)
      .execute();
  });
}

/** A run may wait, and takes time: a block or a change of role applies immediately. */
async function requireRight(db: Db, userId: number, permission: string): Promise<void> {
  const allowed = await db
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.id")
    .where("users.id", "=", userId)
    .where("users.blocked", "=", false)
    .where(sql<boolean>`${permission} = any(roles.permissions)`)
    .executeTakeFirst();
  if (!allowed) refuse("FORBIDDEN", { detail: "You may no longer decide this." });
}

/** Stores a row's result, once even if two servers work on the run. Returns whether the run has been stopped. */
async function keepResult(db: Db, runId: number, result: BulkRun["results"][number]) {
  const known = JSON.stringify([{ id: result.id }]);
  const { stopped_at } = await db
    .updateTable("bulk_runs")
    .set({
      results: sql`case when results @> ${known}::jsonb then results
        else results || ${JSON.stringify([result])}::jsonb end`,
    })
    .where("id", "=", runId)
    .returning("stopped_at")
    .executeTakeFirstOrThrow();
  return stopped_at !== null;
}

async function resultOf(
  id: number,
  decide: () => Promise<void>,
): Promise<BulkRun["results"][number]> {
  try {
    await decide();
    return { id, code: null, detail: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fieldErrors } = error.facts;
    const detail = fieldErrors?.[0]?.message ?? error.message;
    return { id, code: error.code, detail, ...(fieldErrors && { fieldErrors }) };
  }
}

/** Deletes a user's runs when the account is erased. */
export async function deleteRunsOf(executor: Executor, userId: number): Promise<void> {
  await executor.deleteFrom("bulk_runs").where("actor_id", "=", userId).execute();
}

/** Deletes runs that were requested more than so many days ago. */
export async function pruneOldRuns(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("bulk_runs")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
