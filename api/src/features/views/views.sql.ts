import type { SavedView } from "@tonneline/contract/views";
import type { Executor } from "../../core/db.ts";
import { byName } from "../../core/lists.ts";

const columns = ["id", "name", "query", "hidden"] as const;

/** Returns a user's views of a list, by name. */
export async function viewsOf(
  executor: Executor,
  userId: number,
  list: string,
): Promise<SavedView[]> {
  return await executor
    .selectFrom("saved_views")
    .select(columns)
    .where("user_id", "=", userId)
    .where("list", "=", list)
    .orderBy(byName("name"))
    .orderBy("name")
    .execute();
}

/** Returns the lists and names of a user's views. */
export async function namesOf(executor: Executor, userId: number) {
  return await executor
    .selectFrom("saved_views")
    .select(["list", "name"])
    .where("user_id", "=", userId)
    .execute();
}

/** Inserts a view or replaces the one of the same name. */
export async function putView(
  executor: Executor,
  userId: number,
  { list, name, query, hidden }: Omit<SavedView, "id"> & { list: string },
): Promise<SavedView> {
  return await executor
    .insertInto("saved_views")
    .values({ user_id: userId, list, name, query, hidden })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "list", "name"]).doUpdateSet({ query, hidden }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes a view; false if it is not the user's. */
export async function deleteView(executor: Executor, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom("saved_views")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all views of a user whose account is being erased. */
export async function deleteViewsOf(executor: Executor, userId: number): Promise<void> {
  await executor.deleteFrom("saved_views").where("user_id", "=", userId).execute();
}
