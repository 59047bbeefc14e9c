import { sql } from "kysely";
import type { Tx } from "../../../core/db.ts";

// Any number that no other advisory lock of the product uses.
const lockKey = 1146002;

/** Lets only one transaction at a time fill the catalogue in bulk; the others wait until it has ended. */
export async function lockBulkChange(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
}
