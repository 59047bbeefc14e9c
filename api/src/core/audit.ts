import { isDeepStrictEqual } from "node:util";
import type { RecordAction, RecordActions } from "@tonneline/contract/records";
import type { Executor } from "./db.ts";

/** Who acts, and from where; `userId` is null if no user is logged in. */
export interface Actor {
  userId: number | null;
  username: string;
  ip: string;
}

/** A logged-in user. */
export type KnownActor = Actor & { userId: number };

/** A person who runs `npm run` commands on the machine itself. */
export const commandLine: Actor = { userId: null, username: "Command line", ip: "" };

type Facts = Record<string, unknown>;

/** Excludes actions on records for which the pages have no text: see the contract's records. */
type Worded<Action> = Action extends `${keyof RecordActions}.${string}`
  ? Extract<Action, RecordAction>
  : Action;

export interface AuditEntry {
  /** Record type and verb: `order.approve`. */
  action: `${string}.${string}`;
  /** The record that was acted on. `name` is its name for people. */
  thing?: { type: string; id: number | string; name?: string };
  /** The states before and after. For changes pass both whole: only differing fields are stored. Never passwords or tokens. */
  before?: Facts;
  after?: Facts;
}

/** Adds an entry to the audit log, in the caller's transaction: the entry exists exactly if the change does. */
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
 * Records that an actor exported a list: its request's path and filters. A search is recorded only as such, as its words may
 * contain the name of a person who is erased later.
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

/** Normalised as JSON: equal objects stay equal whatever the order in which the database returns their keys. */
const asStored = (fact: unknown): unknown =>
  fact === undefined ? undefined : JSON.parse(JSON.stringify(fact));

/** Keeps only the fields that differ between two states; a single state is returned whole. */
function differing(before: Facts | undefined, after: Facts | undefined) {
  if (!before || !after) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(asStored(before[name]), asStored(after[name])),
  );
  const pick = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]]));
  return { before: pick(before), after: pick(after) };
}
