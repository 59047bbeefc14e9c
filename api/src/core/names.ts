import { refuseField } from "./errors.ts";

/** Throws VALIDATION_FAILED at `name`: names in a list are unique, ignoring case. */
export function nameTaken(): never {
  return refuseField("name", "This name is taken");
}

/** Runs a statement that writes a name; `nameTaken` if another row has it. */
export async function guardName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // 23505: unique violation.
    if ((error as { code?: string }).code === "23505") return nameTaken();
    throw error;
  }
}
