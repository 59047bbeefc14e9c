import type { Decision } from "@tonneline/contract/decisions";
import { recordAudit, type KnownActor } from "./audit.ts";
import type { Executor, Tx } from "./db.ts";
import { refuse } from "./errors.ts";
import { refuseChanged } from "./changed.ts";
import { earlierAnswer, endpointsWith, storeAnswer } from "./idempotency.ts";

/** The row to decide on, the operator, and what the operator has seen of it. */
export interface DecisionContext {
  id: number;
  actor: KnownActor;
  /** Makes the decision idempotent. */
  idempotencyKey?: string | undefined;
  /** The version that the operator has seen; any other is VERSION_CONFLICT. */
  version?: number | undefined;
  /** The status that the operator has seen, where a decision is possible from several; any other is INVALID_TRANSITION. */
  from?: string | undefined;
}

/** A decision's name and definition, and the body of the operator's request. */
export interface DecisionRequest {
  name: string;
  decision: Pick<Decision, "transitions">;
  body?: unknown;
}

export interface Step {
  id: number;
  from: string;
  to: string;
  actorId: number;
}

/** A kind of record that operators decide on. `Change` is what a decision writes in addition to the status. */
export interface Subject<Row extends { status: string; version: number }, Change> {
  /** Its name in the audit log and in stored answers. */
  name: string;
  /** Returns the row, locked until the transaction ends. */
  lock: (tx: Tx, id: number) => Promise<Row | undefined>;
  /** Throws if this operator may not decide. */
  require?: (row: Row, actor: KnownActor) => void;
  /** Explains to the user why no decision is possible any more: who decided first. */
  whyNot?: (tx: Tx, row: Row) => Promise<string | undefined>;
  /** Updates the row if its status is still `from`, and records the transition if the subject has a history; else undefined. */
  move: (tx: Tx, step: Step, change: Change) => Promise<Row | undefined>;
  /** For the audit log; without it no entry is written. */
  audited?: {
    thing: (row: Row) => { type: string; id: number; name: string };
    /** The fields that a decision can change. */
    facts: (row: Row) => Record<string, unknown>;
  };
}

export interface Outcome<Row, Change> {
  change: Change;
  /** The answer stored for calls with the same key; the new status by default. */
  answer?: object;
  /** Side effects in the same transaction after the transition: notifications, mails and jobs. */
  after?: (decided: Row) => Promise<unknown>;
}

/**
 * Decides in the caller's transaction: locks the row, gets the change from `work`, writes it guarded by the status and adds an
 * audit entry. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_TRANSITION. For a key used before it only returns the stored answer.
 */
export async function decide<Row extends { status: string; version: number }, Change>(
  tx: Tx,
  subject: Subject<Row, Change>,
  { name, decision, body }: DecisionRequest,
  { id, actor, idempotencyKey: key, version, from: seen }: DecisionContext,
  work: (row: Row) => Promise<Outcome<Row, Change>>,
): Promise<unknown> {
  const row = (await subject.lock(tx, id)) ?? refuse("NOT_FOUND");
  subject.require?.(row, actor);
  const endpoint = `${name} ${subject.name} ${id}`;
  const call = key === undefined ? undefined : { userId: actor.userId, endpoint, key, body };
  const earlier = call && (await earlierAnswer(tx, call));
  if (earlier !== undefined) return earlier;
  const from = row.status;
  const to = seen === undefined || seen === from ? decision.transitions[from] : undefined;
  if (!to) return refuse("INVALID_TRANSITION", await whyNot(tx, subject, row));
  if (version !== undefined && version !== row.version) {
    return subject.audited
      ? await refuseChanged(tx, subject.audited.thing(row))
      : refuse("VERSION_CONFLICT");
  }
  const { change, after, answer = { status: to } } = await work(row);
  const step = { id, from, to, actorId: actor.userId };
  // The row is locked: should the guarded update fail nevertheless, nothing may be committed.
  const decided = (await subject.move(tx, step, change)) ?? refuse("INVALID_TRANSITION");
  await after?.(decided);
  const { audited } = subject;
  if (audited) {
    await recordAudit(tx, actor, {
      action: `${subject.name}.${name}`,
      thing: audited.thing(row),
      before: audited.facts(row),
      after: audited.facts(decided),
    });
  }
  if (call) await storeAnswer(tx, call, answer);
  return answer;
}

/** Returns the ids of the records that a user decided on with a key. */
export async function decidedWith(
  executor: Executor,
  userId: number,
  key: string,
): Promise<Set<number>> {
  const endpoints = await endpointsWith(executor, userId, key);
  return new Set(endpoints.map((endpoint) => Number(endpoint.split(" ").at(-1))));
}

async function whyNot<Row extends { status: string; version: number }>(
  tx: Tx,
  subject: Pick<Subject<Row, unknown>, "whyNot">,
  row: Row,
) {
  const detail = await subject.whyNot?.(tx, row);
  return detail === undefined ? {} : { detail };
}
