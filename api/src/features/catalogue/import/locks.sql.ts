import { sql } from "kysely";
import type { Tx } from "../../../core/db.ts";

// Any number that no other advisory lock of the product uses.
const lockKey = 1146002;

/**
 * Plans for thousands of rows at once, until the transaction ends: tables that were filled a moment ago look small to
 * PostgreSQL, and a nested loop over them takes minutes where a hash takes a second.
 */
export async function planForBulk(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local jit = off`.execute(tx);
}

/** Ends planForBulk, and lets PostgreSQL count what was filled. */
export async function planAsUsual(tx: Tx): Promise<void> {
  await sql`set local enable_nestloop to default`.execute(tx);
  await sql`analyze projects, vintages, vintage_stock, project_stock, project_labels`.execute(tx);
}

/** Lets only one transaction at a time fill the catalogue in bulk; the others wait until it has ended. */
export async function lockBulkChange(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
}
