import { isRefusal } from "./api.ts";

/** Deletes a record. One that is already gone counts as deleted: by someone else, or by an attempt whose response was lost. */
export async function removeIfExists(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isRefusal(error, "NOT_FOUND")) throw error;
  }
}
