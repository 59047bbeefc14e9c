import type { Flag, FlagQuery, ServedFlag } from "@tonneline/contract/flags";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor, type AuditEntry } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import * as store from "./flags.sql.ts";

export { deleteOverridesOf, switchOn } from "./flags.sql.ts";

// The endpoint is public, and every open page polls it every 10 s: the database is queried at most this often.
const cacheMs = 1_000;

export interface FlagChange {
  version: number;
  enabled?: boolean | undefined;
  value?: string | null | undefined;
  description?: string | undefined;
}

export interface Override {
  identity: string;
  enabled: boolean;
  value?: string | null | undefined;
}

export type ServedFlags = ReturnType<typeof createServedFlags>;

/** Serves feature flags to pages. */
export function createServedFlags(db: Db) {
  let known: { states: ReturnType<typeof load>; until: number } | undefined;

  async function load() {
    const rows = await store.flagsWithOverrides(db);
    return rows.map((row) => ({
      ...row,
      byIdentity: new Map(row.overrides.map((each) => [each.identity, each])),
    }));
  }

  function current(): ReturnType<typeof load> {
    if (!known || known.until < performance.now()) {
      known = { states: load(), until: performance.now() + cacheMs };
      // A failed read must not be cached.
      known.states.catch(() => (known = undefined));
    }
    return known.states;
  }

  /**
   * Returns the flags in Flagsmith's format, at most 1 s old. An identity's overrides replace the
   * common state; an unknown identity gets the common state.
   */
  async function served(identity?: string | null): Promise<ServedFlag[]> {
    const username = identity?.trim().toLowerCase() ?? "";
    return (await current()).map(({ id, name, byIdentity, ...common }) => {
      const { enabled, value } = byIdentity.get(username) ?? common;
      return { feature: { id, name, type: "STANDARD" }, enabled, feature_state_value: value };
    });
  }

  /** Drops the cache after a change on this server. */
  function invalidate(): void {
    known = undefined;
  }

  return { served, invalidate };
}

/** Returns the flags with their overrides. `q` matches flags with all of its words in their name or description. */
export async function findFlags(
  db: Db,
  { sort, q = "" }: Pick<FlagQuery, "sort" | "q">,
): Promise<Flag[]> {
  const words = q.toLowerCase().split(/\s+/);
  // There are only a few flags, so they are filtered here.
  const found = (await store.flagsWithOverrides(db)).filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (sort[0]?.direction === "desc") found.reverse();
  return found.map(flagView);
}

/** Returns a flag. Refuses with NOT_FOUND for an unknown name. */
export async function flagOf(db: Db, name: string): Promise<Flag> {
  const [row] = await store.flagsWithOverrides(db, name);
  return row ? flagView(row) : refuse("NOT_FOUND");
}

async function changeFlag(
  db: Db,
  name: string,
  work: (tx: Tx, flag: LockedFlag) => Promise<AuditEntry>,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const flag = (await store.lockFlag(tx, name)) ?? refuse("NOT_FOUND");
    const entry = await work(tx, flag);
    await recordAudit(tx, actor, { thing: { type: "flag", id: flag.id, name }, ...entry });
  });
}

/** Switches or describes a flag; omitted fields are kept. Refuses with VERSION_CONFLICT if it has changed meanwhile. */
export async function updateFlag(
  db: Db,
  name: string,
  facts: FlagChange,
  actor: Actor,
): Promise<void> {
  await changeFlag(
    db,
    name,
    async (tx, { id, version, ...before }) => {
      if (version !== facts.version) await refuseChanged(tx, { type: "flag", id });
      const { enabled = before.enabled, description = before.description } = facts;
      const value = facts.value === undefined ? before.value : facts.value;
      const after = { enabled, description, value };
      await store.saveFlag(tx, id, after);
      return { action: "flag.update", before, after };
    },
    actor,
  );
}

/** Sets or replaces the override of an identity. */
export async function overrideFlag(
  db: Db,
  name: string,
  wanted: Override,
  actor: Actor,
): Promise<void> {
  await changeFlag(
    db,
    name,
    async (tx, { id }) => {
      const { identity, enabled, value = null } = wanted;
      const before = await store.overrideOf(tx, id, identity);
      await store.putOverride(tx, id, { identity, enabled, value });
      return {
        action: "flag.override",
        ...(before && { before: { identity: null, ...before } }),
        after: { identity, enabled, value },
      };
    },
    actor,
  );
}

/** Deletes an override. Refuses with NOT_FOUND if the flag has no such override. */
export async function removeOverride(
  db: Db,
  name: string,
  id: number,
  actor: Actor,
): Promise<void> {
  await changeFlag(
    db,
    name,
    async (tx, flag) => {
      const before = (await store.deleteOverride(tx, flag.id, id)) ?? refuse("NOT_FOUND");
      return { action: "flag.removeOverride", before };
    },
    actor,
  );
}

type LockedFlag = NonNullable<Awaited<ReturnType<typeof store.lockFlag>>>;

function flagView({ updated_at, overrides, id: _, ...row }: store.FlagRow): Flag {
  return {
    ...row,
    updatedAt: updated_at.toISOString(),
    overrides: overrides.map(({ id, identity, enabled, value, has_account }) => ({
      id,
      identity,
      enabled,
      value,
      hasAccount: has_account,
    })),
  };
}
