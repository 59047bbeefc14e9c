import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** Every flag with its overrides, by name; only one flag when it is named. */
export async function flagsWithOverrides(executor: Executor, name?: string) {
  const flags = executor
    .selectFrom("flags")
    .select(["id", "name", "description", "enabled", "value", "updated_at", "version"])
    .orderBy("name");
  const overrides = executor
    .selectFrom("flag_overrides as o")
    .innerJoin("flags", "flags.id", "o.flag_id")
    .select((eb) => [
      "o.id",
      "o.flag_id",
      "o.identity",
      "o.enabled",
      "o.value",
      eb
        .exists(eb.selectFrom("users").select("users.id").whereRef("username", "=", "o.identity"))
        .$castTo<boolean>()
        .as("has_account"),
    ])
    .orderBy("o.identity");
  const [rows, overridden] = await Promise.all([
    (name === undefined ? flags : flags.where("name", "=", name)).execute(),
    (name === undefined ? overrides : overrides.where("flags.name", "=", name)).execute(),
  ]);
  const byFlag = Map.groupBy(overridden, (row) => row.flag_id);
  return rows.map((row) => ({ ...row, overrides: byFlag.get(row.id) ?? [] }));
}
export type FlagRow = Awaited<ReturnType<typeof flagsWithOverrides>>[number];

/** Holds a flag until the transaction ends, so that changes of one flag come one after the other. */
export function lockFlag(tx: Tx, name: string) {
  return tx
    .selectFrom("flags")
    .select(["id", "description", "enabled", "value", "version"])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes all three and numbers the version on; overrides stay. The caller holds the flag by `lockFlag`. */
export async function saveFlag(
  tx: Tx,
  id: number,
  facts: { description: string; enabled: boolean; value: string | null },
): Promise<void> {
  await tx
    .updateTable("flags")
    .set({ ...facts, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * What the identity, a username in small letters, gets instead; undefined when it gets what all get. The lock is the
 * flag's.
 */
export function overrideOf(tx: Tx, flagId: number, identity: string) {
  return tx
    .selectFrom("flag_overrides")
    .select(["enabled", "value"])
    .where("flag_id", "=", flagId)
    .where("identity", "=", identity)
    .executeTakeFirst();
}

/**
 * Replaces what the identity got before. The table refuses an identity with capitals. The version of the flag stays.
 */
export async function putOverride(
  tx: Tx,
  flagId: number,
  override: { identity: string; enabled: boolean; value: string | null },
): Promise<void> {
  const { enabled, value } = override;
  await tx
    .insertInto("flag_overrides")
    .values({ flag_id: flagId, ...override })
    .onConflict((conflict) =>
      conflict.columns(["flag_id", "identity"]).doUpdateSet({ enabled, value }),
    )
    .execute();
}

/** Returns what it was; undefined when the flag has no such override. */
export function deleteOverride(tx: Tx, flagId: number, id: number) {
  return tx
    .deleteFrom("flag_overrides")
    .where("flag_id", "=", flagId)
    .where("id", "=", id)
    .returning(["identity", "enabled", "value"])
    .executeTakeFirst();
}

/** Takes away what one identity gets instead of others, of every flag, as the account of this username is erased. */
export async function forgetIdentity(executor: Executor, identity: string): Promise<void> {
  await executor.deleteFrom("flag_overrides").where("identity", "=", identity).execute();
}

/** Switches a flag on for everybody; value and overrides stay. Nothing happens where there is no such flag. */
export async function switchOn(tx: Tx, name: string): Promise<void> {
  await tx
    .updateTable("flags")
    .set({ enabled: true, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("name", "=", name)
    .execute();
}
