import { randomBytes } from "node:crypto";
import { recordAudit } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor } from "../../core/db.ts";
import { hashPassword } from "../../core/passwords.ts";
import { setBlocked, setPasswordHash } from "./accounts.sql.ts";
import { endSessionsOf } from "./sessions.sql.ts";

/** Returns the demonstration accounts that have not been ended, even if they were renamed. */
export function demonstrationAccounts(executor: Executor) {
  return executor
    .selectFrom("users")
    .select(["id", "username"])
    .where("demonstration", "=", true)
    .where("blocked", "=", false)
    .orderBy("id")
    .execute();
}

/**
 * Permanently ends the demonstration accounts: blocked, logged out, with a random password. What they did stays. Returns
 * their usernames.
 */
export async function endDemonstrationAccounts(db: Db): Promise<string[]> {
  return await inTransaction(db, async (tx) => {
    const accounts = await demonstrationAccounts(tx);
    for (const { id, username } of accounts) {
      const reason = "The demonstration is over";
      await setBlocked(tx, id, reason);
      await setPasswordHash(tx, id, await hashPassword(randomBytes(32).toString("base64url")));
      await endSessionsOf(tx, id, reason);
      const thing = { type: "user", id, name: username };
      await recordAudit(tx, undefined, {
        action: "user.block",
        thing,
        after: { blocked: true, reason },
      });
    }
    return accounts.map(({ username }) => username);
  });
}
