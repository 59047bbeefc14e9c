import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

export type TokenPurpose = "VERIFY" | "RESET";

/** Creates the token of a link; the database stores only its hash. */
export async function mintToken(
  tx: Tx,
  userId: number,
  purpose: TokenPurpose,
  seconds: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const { expires_at: expiresAt } = await tx
    .insertInto("account_tokens")
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, expiresAt };
}

/**
 * Locks a token, so that only one of two concurrent uses finds it unused. Locks its account first, in the same order as
 * password changes and erasure, which lock the account and then invalidate its tokens.
 */
export async function lockToken(tx: Tx, token: string, purpose: TokenPurpose) {
  await sql`select from users where id = (select user_id from account_tokens where token_hash = ${hashOf(token)})
    for update`.execute(tx);
  return await tx
    .selectFrom("account_tokens")
    .select(["user_id as userId", "used_at as usedAt"])
    .select(sql<boolean>`expires_at <= now()`.as("expired"))
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .forUpdate()
    .executeTakeFirst();
}

/** Invalidates all tokens of a kind once one was used: old mails must not open the account again. */
export async function invalidateTokens(
  tx: Tx,
  userId: number,
  purpose: TokenPurpose,
): Promise<void> {
  await tx
    .updateTable("account_tokens")
    .set({ used_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}

/** Whether a mailed link still works: neither used nor expired, by the database's clock. */
export async function hasUsableToken(tx: Tx, userId: number, purpose: TokenPurpose) {
  const row = await tx
    .selectFrom("account_tokens")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes tokens that expired more than seven days ago, used or not. */
export async function pruneOldTokens(executor: Executor): Promise<void> {
  await executor
    .deleteFrom("account_tokens")
    .where(sql<boolean>`expires_at < now() - interval '7 days'`)
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
