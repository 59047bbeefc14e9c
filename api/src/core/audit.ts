import { isDeepStrictEqual } from "node:util";
import type { RecordAction, RecordActions } from "@tonneline/contract/records";
import type { Executor } from "./db.ts";

/** Who acts and from where; without an id when nobody is logged in. */
export interface Actor {
  userId: number | null;
  username: string;
  ip: string;
}

/** Who acts and is logged in. */
export type KnownActor = Actor & { userId: number };

/** Whoever works at the machine itself, by `npm run`. */
export const commandLine: Actor = { userId: null, username: "Command line", ip: "" };

type Facts = Record<string, unknown>;

/** An action, unless it is one of a record that has no words in the pages: see the contract of records. */
type Worded<Action> = Action extends `${keyof RecordActions}.${string}`
  ? Extract<Action, RecordAction>
  : Action;

export interface AuditEntry {
  /** What was done, as thing and verb: `order.approve`. */
  action: `${string}.${string}`;
  /** What it was done to. `name` is what a person calls it. */
  thing?: { type: string; id: number | string; name?: string };
  /** How it was and how it is; for a change give both whole, only what differs is kept. Never passwords or tokens. */
  before?: Facts;
  after?: Facts;
}

/** Writes one row of the audit log, in the caller's transaction so that it stands exactly when the change does. */
export async function recordAudit<const Action extends `${string}.${string}`>(
  tx: Executor,
  actor: (Omit<Actor, "username"> & { username: string | null }) | undefined,
  { action, thing, ...facts }: Omit<AuditEntry, "action"> & { action: Action & Worded<Action> },
): Promise<void> {
  const { before, after } = differing(facts.before, facts.after);
  await tx
    .insertInto("audit_entries")
    .values({
      actor_id: actor?.userId ?? null,
      actor: actor?.username ?? null,
      ip: actor?.ip ?? null,
      action,
      thing_type: thing?.type ?? null,
      thing_id: thing === undefined ? null : String(thing.id),
      thing_name: thing?.name ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}

/**
 * Writes that somebody took a list out of the product: by the path of its call, with what it was asked for; of a search
 * only that there was one, as its words may name a person who is erased one day.
 */
export async function recordExport(
  tx: Executor,
  actor: Actor,
  path: string,
  filter: object,
): Promise<void> {
  const thing = { type: "list", id: path };
  const recorded = "q" in filter && filter.q !== undefined ? { ...filter, q: "…" } : filter;
  await recordAudit(tx, actor, { action: "list.export", thing, after: { filter: recorded } });
}

/** As JSON has it, whose objects are the same in whatever order the database gives their keys. */
const asKept = (fact: unknown): unknown =>
  fact === undefined ? undefined : JSON.parse(JSON.stringify(fact));

/** Of two states of one thing only the fields that differ; one state alone stays whole. */
function differing(before: Facts | undefined, after: Facts | undefined) {
  if (!before || !after) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(asKept(before[name]), asKept(after[name])),
  );
  const pick = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]]));
  return { before: pick(before), after: pick(after) };
}
