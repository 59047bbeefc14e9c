import type { Use, Uses } from "@tonneline/contract/shapes";
import { refuse } from "./errors.ts";

/** So many of those that refer to a thing are named. */
export const namedUses = 20;

/** One of those that refer to a thing, with how many there are in all. */
export type UseRow = Use & { count: number };

/** What refers to a thing, as the API says it. */
export function usesView(rows: readonly UseRow[]): Uses {
  const usedBy = rows.map(({ type, id, name }) => ({ type, id, name }));
  return { usedBy, usedByCount: rows[0]?.count ?? 0 };
}

/** IN_USE with where, unless nothing refers to the thing. */
export function requireUnused(rows: readonly UseRow[]): void {
  if (rows.length > 0) refuse("IN_USE", { ...usesView(rows) });
}

/** What a deletion gives; IN_USE as well when something began to refer to the thing at the same moment. */
export async function unlessUsed<T>(deletion: Promise<T>): Promise<T> {
  try {
    return await deletion;
  } catch (error) {
    // 23503: a foreign key.
    if ((error as { code?: string }).code === "23503") refuse("IN_USE");
    throw error;
  }
}
