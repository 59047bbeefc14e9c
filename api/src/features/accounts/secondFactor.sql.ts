import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { plainCode } from "./secondFactor.rules.ts";

/** Returns when the factor was confirmed and how many recovery codes are left; undefined without a confirmed factor. */
export function confirmedFactor(executor: Executor, userId: number) {
  return executor
    .selectFrom("second_factors")
    .select([
      sql<Date>`confirmed_at`.as("since"),
      sql<number>`(select count(*) from recovery_codes c
        where c.user_id = second_factors.user_id and c.used_at is null)`.as("recoveryCodesLeft"),
    ])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
}

/** Stores a new, unconfirmed secret. False if there is a confirmed one. */
export async function beginFactor(tx: Tx, userId: number, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("second_factors")
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, begun_at: sql<Date>`now()` })
        .where("second_factors.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Locks a factor, so that only one of two concurrent uses of a code is accepted. Returns the database's time with it. */
export function lockFactor(tx: Tx, userId: number) {
  return tx
    .selectFrom("second_factors")
    .select([
      "secret",
      "confirmed_at as confirmedAt",
      "last_step as lastStep",
      sql<Date>`clock_timestamp()`.as("now"),
    ])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Records the step of a code for a locked factor: codes of this 30 s step or earlier no longer count. The first one
 * confirms the factor.
 */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx
    .updateTable("second_factors")
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where("user_id", "=", userId)
    .execute();
}

/** Stores the hashes of recovery codes. */
export async function insertRecoveryCodes(tx: Tx, userId: number, codes: string[]): Promise<void> {
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }));
  await tx.insertInto("recovery_codes").values(rows).execute();
}

/** Uses up a recovery code; false if there is no such code left. */
export async function useRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a factor; false if there was no confirmed one. */
export async function removeFactor(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

// 80 random bits need no slow hash.
function hashOf(code: string): Buffer {
  return createHash("sha256").update(plainCode(code)).digest();
}
