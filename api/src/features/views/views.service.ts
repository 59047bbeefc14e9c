import type { saveView as saveViewCall, SavedView } from "@tonneline/contract/views";
import type { z } from "zod";
import { inTransaction, lockOwner, type Db } from "../../core/db.ts";
import { refuseField } from "../../core/errors.ts";
import * as store from "./views.sql.ts";

export { deleteViewsOf } from "./views.sql.ts";

/** A limit per list, beyond which nobody would find anything. */
const maxPerList = 50;
/** A limit over all lists together, whatever their names. */
const maxPerUser = 500;

/**
 * Saves a user's view of a list, replacing one of the same name. Refuses with VALIDATION_FAILED
 * beyond 50 views of a list or 500 in all.
 */
export async function saveView(
  db: Db,
  userId: number,
  view: z.output<typeof saveViewCall.body>,
): Promise<SavedView> {
  return await inTransaction(db, async (tx) => {
    await lockOwner(tx, "views", userId);
    const kept = await store.namesOf(tx, userId);
    const ofList = kept.filter(({ list }) => list === view.list);
    const isNew = !ofList.some(({ name }) => name === view.name);
    if (isNew && (ofList.length >= maxPerList || kept.length >= maxPerUser)) {
      return refuseField("name", `You have ${ofList.length} views of this list. Delete one first.`);
    }
    return await store.putView(tx, userId, view);
  });
}
