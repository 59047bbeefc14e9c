import { refuseField } from "./errors.ts";

/** VALIDATION_FAILED at `name`: names of a list are unique, whatever their case. */
export function nameTaken(): never {
  return refuseField("name", "This name is taken");
}

/** Runs a statement that writes a name; `nameTaken` when another row has it. */
export async function guardName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // 23505: a unique index.
    if ((error as { code?: string }).code === "23505") return nameTaken();
    throw error;
  }
}
