import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

/** Whether this server looks at the watched folder now: one at a time does, until its transaction ends. */
export async function lockFolder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('bank.folder')) as locked`.execute(tx);
  return rows[0]?.locked === true;
}
