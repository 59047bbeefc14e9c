import type { Decision } from "@tonneline/contract/decisions";
import { recordAudit, type KnownActor } from "./audit.ts";
import type { Executor, Tx } from "./db.ts";
import { refuse } from "./errors.ts";
import { refuseChanged } from "./changed.ts";
import { earlierAnswer, endpointsWith, storeAnswer } from "./idempotency.ts";

/** Who decides on what. */
export interface DecisionContext {
  id: number;
  actor: KnownActor;
  /** With it the same decision acts once. */
  idempotencyKey?: string | undefined;
  /** The version that the operator has seen; VERSION_CONFLICT on any other. */
  version?: number | undefined;
  /** The status that the operator has seen, where a decision leads from several; INVALID_TRANSITION from any other. */
  from?: string | undefined;
}

/** A decision by its name, with what the operator said. */
export interface DecisionRequest {
  name: string;
  decision: Pick<Decision, "leads">;
  body?: unknown;
}

export interface Step {
  id: number;
  from: string;
  to: string;
  actorId: number;
}

/** What operators decide on. `Change` is what a decision writes beside the status. */
export interface Subject<Row extends { status: string; version: number }, Change> {
  /** What the audit log and kept answers call it. */
  name: string;
  /** The row, locked until the transaction ends. */
  lock: (tx: Tx, id: number) => Promise<Row | undefined>;
  /** Refuses this operator. */
  require?: (row: Row, actor: KnownActor) => void;
  /** Why no decision is possible any more, for people: who was quicker. */
  whyNot?: (tx: Tx, row: Row) => Promise<string | undefined>;
  /** Takes the step where the row is still at its beginning, and keeps it where steps are kept; undefined when it is not. */
  move: (tx: Tx, step: Step, change: Change) => Promise<Row | undefined>;
  /** For the audit log, which gets no entry without it. */
  audited?: {
    thing: (row: Row) => { type: string; id: number; name: string };
    /** What a decision can change. */
    facts: (row: Row) => Record<string, unknown>;
  };
}

export interface Outcome<Row, Change> {
  change: Change;
  /** What a call that asks again with the same key is told; the status where nothing is said. */
  answer?: object;
  /** What follows in the same transaction once the step is taken: news, mails and jobs. */
  after?: (decided: Row) => Promise<unknown>;
}

/**
 * Takes a decision in the caller's transaction: locks, asks `work` for the change, writes it guarded by the status, notes it
 * in the audit log. NOT_FOUND, VERSION_CONFLICT, INVALID_TRANSITION. With a key used before it only returns the kept answer.
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
  const to = seen === undefined || seen === from ? decision.leads[from] : undefined;
  if (!to) return refuse("INVALID_TRANSITION", await whyNot(tx, subject, row));
  if (version !== undefined && version !== row.version) {
    return subject.audited
      ? await refuseChanged(tx, subject.audited.thing(row))
      : refuse("VERSION_CONFLICT");
  }
  const { change, after, answer = { status: to } } = await work(row);
  const step = { id, from, to, actorId: actor.userId };
  // The lock has decided already: if the statement disagrees, nothing may be kept.
  const decided = (await subject.move(tx, step, change)) ?? refuse("INVALID_TRANSITION");
  await after?.(decided);
  const { audited } = subject;
  if (audited) {
    const facts = { before: audited.facts(row), after: audited.facts(decided) };
    await recordAudit(tx, actor, {
      action: `${subject.name}.${name}`,
      thing: audited.thing(row),
      ...facts,
    });
  }
  if (call) await storeAnswer(tx, call, answer);
  return answer;
}

/** The ids of what somebody decided on with a key. */
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
