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

/** Returns the passkeys of an account, the oldest first. */
export function passkeysOf(executor: Executor, userId: number) {
  return executor
    .selectFrom("passkeys")
    .select(columns)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Whether an account has any passkey, and so needs more than a password to log in. */
export async function hasPasskeys(executor: Executor, userId: number): Promise<boolean> {
  const found = await executor
    .selectFrom("passkeys")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the username of a passkey's owner; undefined for an unknown passkey. */
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

/** Inserts a passkey; undefined if it is already registered, to whichever account. */
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

/** Locks a passkey, so that only one of two responses to a challenge counts. */
export function lockPasskey(tx: Tx, credentialId: string) {
  return tx
    .selectFrom("passkeys")
    .select(columns)
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** Records the use of a passkey locked by `lockPasskey`: challenges made at or before `madeAt` no longer count. */
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

/** Deletes a passkey and returns its name; undefined if it is not theirs. */
export function deletePasskey(tx: Tx, userId: number, id: number) {
  return tx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
}

/** Deletes all passkeys of an account and returns how many there were. */
export async function deletePasskeysOf(tx: Tx, userId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
