import { projectQuery, type ProjectSummary } from "@tonneline/contract/catalogue";
import { findProjects, priceIn } from "./filters.ts";
import type { CatalogueIndex } from "./index.ts";

/** What a search found of a project. */
export interface Match {
  id: number;
  /** Of the card, in its category. */
  priceCents: number | null;
  isForSale: boolean;
  name: () => string;
}

/** All that a query of the list finds, in no order; its page does not count. */
export function matchesOf(index: CatalogueIndex, asked: object): Match[] {
  const query = projectQuery.parse(asked);
  const matches: Match[] = [];
  findProjects(index, query)
    .without()
    .forEach((place) => {
      const listing = index.listings[place]!;
      const { id, state, available, card } = listing;
      matches.push({
        id,
        priceCents: priceIn(query.category, listing),
        isForSale: state === 0 && available > 0,
        name: () => (JSON.parse(card) as ProjectSummary).name,
      });
    });
  return matches;
}
