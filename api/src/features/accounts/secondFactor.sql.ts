import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { plainCode } from "./secondFactor.rules.ts";

/** When it was confirmed and how many recovery codes are left; undefined without a confirmed factor. */
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

/** A fresh secret that is not confirmed yet. False when a confirmed one is there. */
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

/** Locks a factor, so that of two uses of one code at once only one is taken; with the database's time. */
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

/** Of a locked factor: no code of this step of 30 s or before counts again. The first one confirms the factor. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx
    .updateTable("second_factors")
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where("user_id", "=", userId)
    .execute();
}

/** Keeps hashes of the codes alone. */
export async function insertRecoveryCodes(tx: Tx, userId: number, codes: string[]): Promise<void> {
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }));
  await tx.insertInto("recovery_codes").values(rows).execute();
}

/** Uses a recovery code up; false when there is none such. */
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

/** False when there was no confirmed one. */
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
