import { recordAudit } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { deleteOldEntries, pruneAction } from "./audit.sql.ts";

/** Deletes entries older than this many days and records that in the log itself. */
export async function pruneOldEntries(db: Db, days: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { entries, position } = await deleteOldEntries(tx, days);
    if (entries === 0) return;
    await recordAudit(tx, undefined, { action: pruneAction, after: { entries, days, position } });
  });
}
