import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

/** Tries to lock the watched folder for this server until the transaction ends; false if another server has it. */
export async function lockFolder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('bank.folder')) as locked`.execute(tx);
  return rows[0]?.locked === true;
}
