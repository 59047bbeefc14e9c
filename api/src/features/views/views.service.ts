import type { saveView as saveViewCall, SavedView } from "@tonneline/contract/views";
import type { z } from "zod";
import type { Db, Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import * as store from "./views.sql.ts";

/** More than these nobody finds again. */
const mostOfAList = 50;

/** Saves a person's view of a list in the place of one of the same name. VALIDATION_FAILED beyond fifty of a list. */
export async function saveView(
  db: Db,
  userId: number,
  view: z.output<typeof saveViewCall.body>,
): Promise<SavedView> {
  const kept = await store.viewsOf(db, userId, view.list);
  if (kept.length >= mostOfAList && !kept.some(({ name }) => name === view.name)) {
    const message = `You have ${mostOfAList} views of this list. Delete one first.`;
    return refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "name", message }] });
  }
  return await store.putView(db, userId, view);
}

/** Takes away what a person set up, when their account is erased. */
export async function forgetViews(executor: Executor, userId: number): Promise<void> {
  await store.deleteViewsOf(executor, userId);
}
