/**
 * The results of a search by project id: the price in cents, null if on request, and 1 if it is for sale.
 * Projects that the search no longer finds keep their last price, but their availability is current.
 */
export type Known = Record<
  string,
  [cents: number | null, isForSale: 0 | 1, isFound?: "gone" | undefined]
>;

export interface News {
  /** Never found before. */
  added: number[];
  /** For sale now, and known before when they were not. */
  onSale: number[];
  /** Found before, but not by the previous check. */
  again: number[];
  priced: { id: number; before: number | null; after: number | null }[];
}

/**
 * Returns what is new, newly for sale, found again or has another price, each project once. Projects
 * no longer found are not reported.
 */
export function newsOf(before: Known, after: Known): News {
  const news: News = { added: [], onSale: [], again: [], priced: [] };
  for (const [key, [price, isForSale]] of Object.entries(after)) {
    const id = Number(key);
    const known = before[key];
    if (!known) news.added.push(id);
    else if (isForSale > known[1]) news.onSale.push(id);
    else if (known[2] === "gone") news.again.push(id);
    else if (price !== known[0]) news.priced.push({ id, before: known[0], after: price });
  }
  return news;
}

/** Merges the current results with the projects that are no longer found, for the next comparison. */
export function knownFrom(
  before: Known,
  found: Known,
  isForSale: (projectId: number) => boolean,
): Known {
  const gone = Object.entries(before)
    .filter(([key]) => !found[key])
    .map(([key, [price]]) => [key, [price, isForSale(Number(key)) ? 1 : 0, "gone"]] as const);
  return { ...Object.fromEntries(gone), ...found } as Known;
}

/** Returns the number of projects with news; at 0 no one is notified. */
export function countOf({ added, onSale, again, priced }: News): number {
  return added.length + onSale.length + again.length + priced.length;
}
