import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { everyProject, insertChanges } from "./feed.sql.ts";

/**
 * Brings what operators' lists read of these projects up to date, and tells every server that buyers see something else of
 * them; `null`: of all. To be called in the transaction that changed a project, its vintages, labels or images, or the
 * name of its developer, type or registry, after the change. It locks the projects, in id order, until the transaction
 * ends. What the ledger moves is told by its own trigger.
 */
export async function refreshListings(tx: Tx, projectIds: readonly number[] | null): Promise<void> {
  if (projectIds?.length === 0) return;
  const ids = projectIds && [...projectIds];
  await sql`select refresh_managed_listings(${ids}::integer[])`.execute(tx);
  await insertChanges(tx, ids ?? [everyProject]);
}

/** Only the part for buyers, where nothing of it is in operators' lists. */
export function tellListings(tx: Tx, projectIds: readonly number[]): Promise<void> {
  return insertChanges(tx, projectIds);
}
