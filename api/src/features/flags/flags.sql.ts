import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** Returns all flags with their overrides, by name; only one flag if a name is given. */
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

/** Locks a flag until the transaction ends, which serializes its changes. */
export function lockFlag(tx: Tx, name: string) {
  return tx
    .selectFrom("flags")
    .select(["id", "description", "enabled", "value", "version"])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates all three fields and increments the version; overrides are kept. The caller holds the lock from `lockFlag`. */
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

/** Returns the override of an identity, a username in lower case; undefined if it has none. The lock is that of the flag. */
export function overrideOf(tx: Tx, flagId: number, identity: string) {
  return tx
    .selectFrom("flag_overrides")
    .select(["enabled", "value"])
    .where("flag_id", "=", flagId)
    .where("identity", "=", identity)
    .executeTakeFirst();
}

/**
 * Inserts or replaces the override of an identity. The table rejects identities with capitals. The
 * flag's version is not incremented.
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

/** Deletes an override and returns it; undefined if the flag has no such override. */
export function deleteOverride(tx: Tx, flagId: number, id: number) {
  return tx
    .deleteFrom("flag_overrides")
    .where("flag_id", "=", flagId)
    .where("id", "=", id)
    .returning(["identity", "enabled", "value"])
    .executeTakeFirst();
}

/** Deletes all overrides of a username whose account is being erased. */
export async function deleteOverridesOf(executor: Executor, identity: string): Promise<void> {
  await executor.deleteFrom("flag_overrides").where("identity", "=", identity).execute();
}

/** Turns a flag on for everyone; value and overrides are kept. A no-op if there is no such flag. */
export async function switchOn(tx: Tx, name: string): Promise<void> {
  await tx
    .updateTable("flags")
    .set({ enabled: true, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("name", "=", name)
    .execute();
}
