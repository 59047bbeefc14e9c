import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { abandonedAccounts, deleteAbandoned } from "./abandoned.sql.ts";
import { lockUser, eraseUser } from "./accounts.sql.ts";
import { pruneOldTries } from "./limits.sql.ts";
import { pruneOldSessions } from "./sessions.sql.ts";

/**
 * Reduces an account to what orders and the audit log refer to, under another username, and ends its sessions. Deletes its
 * photo.
 */
export async function eraseAccount(
  tx: Tx,
  files: FileStore,
  userId: number,
  username: string,
): Promise<void> {
  const user = (await lockUser(tx, userId))!;
  await eraseUser(tx, userId, username);
  if (user.avatarFileId !== null) await files.drop(tx, user.avatarFileId);
}

/** Deletes sessions and counted attempts that ended more than so many days ago. */
export async function pruneOldAccess(
  db: Db,
  days: { sessionDays: number; attemptDays: number },
): Promise<void> {
  await pruneOldSessions(db, days.sessionDays);
  await pruneOldTries(db, days.attemptDays);
}

// For each, the database searches all tables that may refer to it, without an index: seconds in a big market.
const pruningMs = 60_000;

/**
 * Deletes accounts that were registered more than so many days ago and whose address was never verified, as if they had never
 * been: the address can be registered again. Keeps those that anything refers to. After `limitMs` leaves the rest for the next
 * run, so those that it cannot delete must not always come first.
 */
export async function pruneOldRegistrations(
  db: Db,
  days: number,
  limitMs = pruningMs,
): Promise<void> {
  const begun = performance.now();
  for (const userId of await abandonedAccounts(db, days)) {
    if (performance.now() - begun >= limitMs) return;
    try {
      await inTransaction(db, (tx) => deleteAbandoned(tx, userId, days));
    } catch (error) {
      // 23503: foreign key violation, such as by an operator's price list for its company.
      if ((error as { code?: string }).code !== "23503") throw error;
    }
  }
}
