import { isRefusal } from "./api.ts";

/** Deletes something; one that is gone is done, as was asked for: by somebody else, or by the try whose answer was lost. */
export async function removeOnce(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isRefusal(error, "NOT_FOUND")) throw error;
  }
}
