import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

/**
 * Brings what lists, filters and searches read of these projects, the buyers' and the operators', up to date; `null`: of all, with the vocabulary of
 * the search. To be called in the transaction that changed a project, its vintages or labels, or the name of its
 * developer, type or registry, after the change. It locks the projects, in id order, until the transaction ends.
 */
export async function refreshListings(tx: Tx, projectIds: readonly number[] | null): Promise<void> {
  if (projectIds?.length === 0) return;
  const ids = projectIds && [...projectIds];
  await sql`select refresh_project_listings(${ids}::integer[])`.execute(tx);
  await sql`select refresh_managed_listings(${ids}::integer[])`.execute(tx);
}
