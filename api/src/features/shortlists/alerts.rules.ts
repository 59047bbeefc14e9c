/** What a search found: by project id its price in cents, null for one on request, and 1 while it is for sale. */
export type Known = Record<string, [cents: number | null, isForSale: 0 | 1]>;

export interface News {
  added: number[];
  /** For sale now, and known before without being so. */
  back: number[];
  priced: { id: number; before: number | null; after: number | null }[];
}

/** What is new, is for sale again or has another price; each project once. What is gone is no news. */
export function newsOf(before: Known, after: Known): News {
  const news: News = { added: [], back: [], priced: [] };
  for (const [key, [price, isForSale]] of Object.entries(after)) {
    const id = Number(key);
    const known = before[key];
    if (!known) news.added.push(id);
    else if (isForSale > known[1]) news.back.push(id);
    else if (price !== known[0]) news.priced.push({ id, before: known[0], after: price });
  }
  return news;
}

/** How many projects there is news of; at 0 nobody is told. */
export function countOf({ added, back, priced }: News): number {
  return added.length + back.length + priced.length;
}
