import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { guardName } from "../../core/names.ts";
import { requireUnused } from "../../core/uses.ts";
import * as store from "./partners.sql.ts";

/** Creates a partner; returns its id. Refuses with VALIDATION_FAILED for a name that is taken. */
export async function createPartner(tx: Tx, actor: Actor, name: string): Promise<number> {
  const { id } = await guardName(store.insertPartner(tx, name));
  const thing = { type: "partner", id, name };
  await recordAudit(tx, actor, { action: "partner.create", thing, after: { name } });
  return id;
}

/** Renames a partner. Refuses with VERSION_CONFLICT if it has changed meanwhile. */
export function renamePartner(
  db: Db,
  actor: Actor,
  partnerId: number,
  name: string,
  version: number,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = (await store.lockPartner(tx, partnerId)) ?? refuse("NOT_FOUND");
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "partner", id: partnerId });
    }
    await guardName(store.renamePartner(tx, partnerId, name));
    const thing = { type: "partner", id: partnerId, name: before.name };
    await recordAudit(tx, actor, {
      action: "partner.change",
      thing,
      before: { name: before.name },
      after: { name },
    });
  });
}

/** Deletes a partner. Refuses with IN_USE and some of the users it referred. */
export function removePartner(db: Db, actor: Actor, partnerId: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = (await store.lockPartner(tx, partnerId)) ?? refuse("NOT_FOUND");
    requireUnused(await store.referredBy(tx, partnerId));
    await store.removePartner(tx, partnerId);
    const thing = { type: "partner", id: partnerId, name: before.name };
    await recordAudit(tx, actor, {
      action: "partner.delete",
      thing,
      before: { name: before.name },
    });
  });
}
