import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { everyProject, insertChanges } from "./feed.sql.ts";

/**
 * Brings operators' lists of these projects (`null`: of all) up to date and has every server read them again. Call it after
 * any change of what they show, in the same transaction: it locks the projects in id order.
 */
export async function refreshListings(tx: Tx, projectIds: readonly number[] | null): Promise<void> {
  if (projectIds?.length === 0) return;
  const ids = projectIds && [...projectIds];
  await sql`select refresh_managed_listings(${ids}::integer[])`.execute(tx);
  await insertChanges(tx, ids ?? [everyProject]);
}

/** Only the part for buyers, where nothing of it is in operators' lists. */
export function publishListings(tx: Tx, projectIds: readonly number[]): Promise<void> {
  return insertChanges(tx, projectIds);
}
