/**
 * What a search found: by project id its price in cents, null for one on request, and 1 while it is for sale. What it finds no
 * more stays known as it was found last, but for whether it is for sale now.
 */
export type Known = Record<
  string,
  [cents: number | null, isForSale: 0 | 1, isFound?: "gone" | undefined]
>;

export interface News {
  /** Never found before. */
  added: number[];
  /** For sale now, and known before without being so. */
  onSale: number[];
  /** Found before, and not when it was last looked. */
  again: number[];
  priced: { id: number; before: number | null; after: number | null }[];
}

/** What is new, is for sale now, found again or has another price; each project once. What is gone is no news. */
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

/** What is known from now on: what is found, and beside it what was. */
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

/** How many projects there is news of; at 0 nobody is told. */
export function countOf({ added, onSale, again, priced }: News): number {
  return added.length + onSale.length + again.length + priced.length;
}
