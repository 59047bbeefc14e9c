import type { DirectoryList, ProjectScope } from "@tonneline/contract/directory";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { guardName } from "../../core/names.ts";
import { requireUnused } from "../../core/uses.ts";
import { knownProjectType, projectTypes } from "./projectTypes.rules.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { followMerge } from "../priceLists/priceLists.service.ts";
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

/** Its id; VALIDATION_FAILED for a name that is taken. */
export function createEntry(
  db: Db,
  actor: Actor,
  list: DirectoryList,
  { name, scope = usualScope(list, name) }: { name: string; scope?: ProjectScope | undefined },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { id } = await guardName(store.insertEntry(tx, list, { name, scope }));
    const action = `${thingType[list]}.create` as const;
    await recordAudit(tx, actor, {
      action,
      thing: thingOf(list, id, name),
      after: { name, ...(scope && { scope }) },
    });
    return id;
  });
}

/** NOT_FOUND; VERSION_CONFLICT when somebody was faster; VALIDATION_FAILED for a name that is taken. */
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

/** IN_USE with some of what refers to it. */
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
 * All projects of one entry, and rules of price lists, name the other from now on, and the one is gone. INVALID_TRANSITION into itself; IN_USE for
 * a registry with retirements, whose serial numbers are its own.
 */
export function mergeEntry(
  db: Db,
  actor: Actor,
  list: DirectoryList,
  id: number,
  intoId: number,
): Promise<void> {
  if (id === intoId) {
    return refuse("INVALID_TRANSITION", { detail: "Choose another entry to merge into." });
  }
  return inTransaction(db, async (tx) => {
    const entries = await store.lockEntries(tx, list, [id, intoId]);
    const from = entries.get(id) ?? refuse("NOT_FOUND");
    const into = entries.get(intoId);
    if (!into) {
      return refuseField("intoId", "This entry does not exist any more");
    }
    const moved = await store.moveProjects(tx, list, id, intoId);
    const narrowing = store.narrowingOf[list];
    if (narrowing) await followMerge(tx, actor, narrowing, { fromId: id, intoId });
    await guardUse(store.removeEntry(tx, list, id));
    await refreshListings(tx, moved);
    await recordAudit(tx, actor, {
      action: `${thingType[list]}.merge`,
      thing: thingOf(list, id, from.name),
      before: { name: from.name, projects: moved },
      after: { name: into.name, projects: moved },
    });
  });
}

/** The scope of a project type that nobody chose one for. */
function usualScope(list: DirectoryList, name: string): ProjectScope | undefined {
  if (list !== "projectTypes") return undefined;
  const known = knownProjectType(name);
  return known ? projectTypes[known] : "Other";
}

async function guardUse(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // 23503: a foreign key; only retirements refer to an entry beside the projects.
    if ((error as { code?: string }).code !== "23503") throw error;
    refuse("IN_USE", { detail: "Credits were retired at this registry: it has to stay." });
  }
}
