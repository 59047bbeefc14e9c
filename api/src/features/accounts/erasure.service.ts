import type { Db, Tx } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
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
