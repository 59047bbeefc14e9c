import type { Use, Uses } from "@tonneline/contract/shapes";
import { refuse } from "./errors.ts";

/** How many of the records that refer to another are named. */
export const namedUses = 20;

/** A record that refers to another, with the total number of those. */
export type UseRow = Use & { count: number };

/** Returns the references to a record in the API's format. */
export function usesView(rows: readonly UseRow[]): Uses {
  const usedBy = rows.map(({ type, id, name }) => ({ type, id, name }));
  return { usedBy, usedByCount: rows[0]?.count ?? 0 };
}

/** Throws IN_USE with the references, if there are any. */
export function requireUnused(rows: readonly UseRow[]): void {
  if (rows.length > 0) refuse("IN_USE", { ...usesView(rows) });
}

/** Returns the result of a deletion; throws IN_USE if a reference was added concurrently. */
export async function refuseIfReferenced<T>(deletion: Promise<T>): Promise<T> {
  try {
    return await deletion;
  } catch (error) {
    // 23503: foreign key violation.
    if ((error as { code?: string }).code === "23503") refuse("IN_USE");
    throw error;
  }
}
