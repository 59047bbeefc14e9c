import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { everyProject, insertChanges } from "./feed.sql.ts";

/**
 * Brings what operators' lists read of these projects up to date, and tells every server that buyers see something else of
 * them; `null`: of all. To be called after a change of a project, its vintages, labels, images or a name that it shows, in
 * the same transaction: it locks the projects in id order.
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
