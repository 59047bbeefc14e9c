import { sql } from "kysely";
import type { BulkRun } from "@tonneline/contract/decisions";
import { z } from "zod";
import type { KnownActor } from "./audit.ts";
import { inTransaction, type Db, type Executor } from "./db.ts";
import type { Deciding } from "./decisions.ts";
import { Refusal, refuse } from "./errors.ts";
import { earlierAnswer, keepAnswer } from "./idempotency.ts";
import { addJob, job, takes, type Job, type JobHandlers } from "./jobs.ts";

type RunJob = Job<{ runId: number }>;

/** Declares the job that takes the decisions of one subject. */
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
}

/** Keeps what is to be decided and posts its job; returns the run's id, the same for the same key. */
export async function startBulk(db: Db, runJob: RunJob, start: Start): Promise<number> {
  const { actor, decision, rows, idempotencyKey: key } = start;
  const body = { decision, rows };
  const call = key ? { userId: actor.userId, endpoint: runJob.name, key, body } : undefined;
  return await inTransaction(db, async (tx) => {
    const earlier = call && (await earlierAnswer(tx, call));
    if (earlier) return (earlier as { id: number }).id;
    const { id } = await tx
      .insertInto("bulk_runs")
      .values({
        actor_id: actor.userId,
        actor: actor.username,
        ip: actor.ip,
        decision: `${runJob.name} ${decision}`,
        rows: JSON.stringify(rows),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await addJob(tx, runJob, { runId: id });
    if (call) await keepAnswer(tx, call, { id });
    return id;
  });
}

/** How far a run has come; NOT_FOUND for anybody but who started it. */
export async function bulkRunOf(
  executor: Executor,
  { name }: RunJob,
  asked: { id: number; actorId: number },
): Promise<BulkRun> {
  const { rows } = await sql<BulkRun>`
    select id, jsonb_array_length(rows) as total, results from bulk_runs
    where id = ${asked.id} and actor_id = ${asked.actorId} and starts_with(decision, ${`${name} `})`.execute(
    executor,
  );
  return rows[0] ?? refuse("NOT_FOUND");
}

/**
 * Takes the decisions of a run one after the other, each in its own transaction, and keeps what became of each. A server
 * that dies on the way leaves the rest to the next try; what was decided is known by its key and not decided twice.
 */
export function takesBulk(
  db: Db,
  runJob: RunJob,
  decide: (decision: string, deciding: Deciding, asks: unknown) => Promise<void>,
): JobHandlers {
  return takes(runJob, async ({ runId }, { stop }) => {
    const run = await db
      .selectFrom("bulk_runs")
      .selectAll()
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    const decision = run.decision.slice(runJob.name.length + 1);
    const through = new Set((run.results as unknown as Row[]).map(({ id }) => id));
    const actor = { userId: run.actor_id, username: run.actor, ip: run.ip };
    for (const { id, asks } of run.rows as unknown as Row[]) {
      if (through.has(id)) continue;
      stop?.throwIfAborted();
      const deciding = { id, actor, idempotencyKey: `bulk-${runId}` };
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were asked
      const result = await resultOf(id, () => decide(decision, deciding, asks));
      // oxlint-disable-next-line no-await-in-loop -- told one by one
      await sql`update bulk_runs set results = results || ${JSON.stringify([result])}::jsonb where id = ${runId}`.execute(
        db,
      );
    }
  });
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

/** Forgets whose runs these were, when an account is erased. */
export async function forgetRunsOf(executor: Executor, userId: number): Promise<void> {
  await executor.deleteFrom("bulk_runs").where("actor_id", "=", userId).execute();
}

/** Forgets runs that were asked for more than so many days ago. */
export async function forgetOldRuns(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("bulk_runs")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
