import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import type { StoredKey } from "./webauthn.ts";

const columns = [
  "id",
  "user_id as userId",
  "name",
  "credential_id as credentialId",
  "public_key as publicKey",
  "transports",
  "counter",
  "created_at as createdAt",
  "last_used_at as lastUsedAt",
  "last_challenge_at as lastChallengeAt",
] as const;

/** The oldest first. */
export function passkeysOf(executor: Executor, userId: number) {
  return executor
    .selectFrom("passkeys")
    .select(columns)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Whether an account has any, so that a password alone does not open it. */
export async function hasPasskeys(executor: Executor, userId: number): Promise<boolean> {
  const found = await executor
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Who a passkey belongs to; undefined for one that nobody has here. */
export async function usernameOfPasskey(
  executor: Executor,
  credentialId: string,
): Promise<string | undefined> {
  const found = await executor
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select("users.username")
    .where("passkeys.credential_id", "=", credentialId)
    .executeTakeFirst();
  return found?.username;
}

/** Undefined when the same passkey is there already, whosever it is. */
export function insertPasskey(tx: Tx, userId: number, name: string, key: StoredKey) {
  const { credentialId, publicKey, transports, counter } = key;
  return tx
    .insertInto("passkeys")
    .values({
      user_id: userId,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      transports,
      counter,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .executeTakeFirst();
}

/** Locks a passkey, so that of two answers to one challenge only one counts. */
export function lockPasskey(tx: Tx, credentialId: string) {
  return tx
    .selectFrom("passkeys")
    .select(columns)
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Of a passkey that `lockPasskey` has locked: from now on challenges made at `madeAt` or before count no more. */
export async function recordUse(
  tx: Tx,
  { id, userId }: { id: number; userId: number },
  use: { counter: number; madeAt: Date },
): Promise<void> {
  await tx
    .updateTable("passkeys")
    .set({ counter: use.counter, last_challenge_at: use.madeAt, last_used_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** The name of the one that was removed; undefined when it is not theirs. */
export function deletePasskey(tx: Tx, userId: number, id: number) {
  return tx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
}

/** How many there were. */
export async function deletePasskeysOf(tx: Tx, userId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
