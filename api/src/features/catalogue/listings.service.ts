import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { everyProject, insertChanges } from "./feed.sql.ts";

/**
 * Updates the operators' lists of these projects (`null`: all) and makes every server reload them. Call
 * it after any change to what they show, in the same transaction: it locks the projects in id order.
 */
export async function refreshListings(tx: Tx, projectIds: readonly number[] | null): Promise<void> {
  if (projectIds?.length === 0) return;
  const ids = projectIds && [...projectIds];
  await sql`select refresh_managed_listings(${ids}::integer[])`.execute(tx);
  await insertChanges(tx, ids ?? [everyProject]);
}

/** Makes servers reload these projects for buyers only, for changes that operators' lists do not show. */
export function publishListings(tx: Tx, projectIds: readonly number[]): Promise<void> {
  return insertChanges(tx, projectIds);
}
