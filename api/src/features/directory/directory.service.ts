import type { DirectoryList, ProjectScope } from "@tonneline/contract/directory";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { guardName } from "../../core/names.ts";
import { requireUnused } from "../../core/uses.ts";
import { knownProjectType, projectTypes } from "./projectTypes.rules.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { replaceMergedEntry } from "../priceLists/priceLists.service.ts";
import * as store from "./directory.sql.ts";

export { ensureDirectories } from "./names.sql.ts";

const thingType = {
  auditors: "auditor",
  developers: "developer",
  registries: "registry",
  projectTypes: "project-type",
} as const;

const thingOf = (list: DirectoryList, id: number, name: string) => ({
  type: thingType[list],
  id,
  name,
});

/** Creates an entry; returns its id. Refuses with VALIDATION_FAILED for a name that is taken. */
export async function createEntry(
  tx: Tx,
  actor: Actor,
  list: DirectoryList,
  { name, scope = defaultScope(list, name) }: { name: string; scope?: ProjectScope | undefined },
): Promise<number> {
  const { id } = await guardName(store.insertEntry(tx, list, { name, scope }));
  const action = `${thingType[list]}.create` as const;
  await recordAudit(tx, actor, {
    action,
    thing: thingOf(list, id, name),
    after: { name, ...(scope && { scope }) },
  });
  return id;
}

/**
 * Changes an entry. Refuses with NOT_FOUND; with VERSION_CONFLICT if it has changed meanwhile; with
 * VALIDATION_FAILED for a name that is taken.
 */
export function changeEntry(
  db: Db,
  actor: Actor,
  list: DirectoryList,
  id: number,
  { version, ...wanted }: { name: string; scope?: ProjectScope | undefined; version: number },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = (await store.lockEntries(tx, list, [id])).get(id) ?? refuse("NOT_FOUND");
    if (before.version !== version) {
      return await refuseChanged(tx, thingOf(list, id, before.name));
    }
    await guardName(store.changeEntry(tx, list, id, wanted));
    await refreshListings(tx, await store.projectIdsOf(tx, list, id));
    await recordAudit(tx, actor, {
      action: `${thingType[list]}.change`,
      thing: thingOf(list, id, before.name),
      before: { name: before.name, ...(wanted.scope && { scope: before.scope }) },
      after: wanted,
    });
  });
}

/** Deletes an entry. Refuses with IN_USE and some of what references it. */
export function removeEntry(db: Db, actor: Actor, list: DirectoryList, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { name } = (await store.lockEntries(tx, list, [id])).get(id) ?? refuse("NOT_FOUND");
    requireUnused(await store.usesOf(tx, list, id));
    await store.removeEntry(tx, list, id);
    const action = `${thingType[list]}.delete` as const;
    await recordAudit(tx, actor, { action, thing: thingOf(list, id, name), before: { name } });
  });
}

/**
 * Makes all projects and price list rules that reference one entry reference another, and deletes the first. Refuses with
 * INVALID_TRANSITION if both are the same; with IN_USE for a registry with retirements, whose serial numbers belong to it.
 */
export async function mergeEntry(
  tx: Tx,
  actor: Actor,
  list: DirectoryList,
  id: number,
  intoId: number,
): Promise<void> {
  if (id === intoId) {
    return refuse("INVALID_TRANSITION", { detail: "Choose another entry to merge into." });
  }
  const entries = await store.lockEntries(tx, list, [id, intoId]);
  const from = entries.get(id) ?? refuse("NOT_FOUND");
  const into = entries.get(intoId);
  if (!into) {
    return refuseField("intoId", "This entry no longer exists");
  }
  const moved = await store.moveProjects(tx, list, id, intoId);
  const narrowing = store.narrowingOf[list];
  if (narrowing) await replaceMergedEntry(tx, actor, narrowing, { fromId: id, intoId });
  await guardUse(store.removeEntry(tx, list, id));
  await refreshListings(tx, moved);
  await recordAudit(tx, actor, {
    action: `${thingType[list]}.merge`,
    thing: thingOf(list, id, from.name),
    before: { name: from.name, projects: moved },
    after: { name: into.name, projects: moved },
  });
}

/** Returns the default scope of a project type. */
function defaultScope(list: DirectoryList, name: string): ProjectScope | undefined {
  if (list !== "projectTypes") return undefined;
  const known = knownProjectType(name);
  return known ? projectTypes[known] : "Other";
}

async function guardUse(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // Foreign key violation: apart from projects, only retirements reference an entry.
    if ((error as { code?: string }).code !== "23503") throw error;
    refuse("IN_USE", { detail: "Credits were retired at this registry, so it has to be kept." });
  }
}
