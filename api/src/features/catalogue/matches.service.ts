import { projectQuery, type ProjectSummary } from "@tonneline/contract/catalogue";
import { findProjects, priceIn } from "./filters.ts";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";

/** A project found by a search. */
export interface Match {
  id: number;
  /** The price on its card, in the query's category. */
  priceCents: number | null;
  isForSale: boolean;
  name: () => string;
}

const isOnSale = ({ state, available }: Listing) => state === 0 && available > 0;

/** Whether a project can be bought now, regardless of any search; false if buyers do not see it. */
export function isForSale(index: CatalogueIndex, projectId: number): boolean {
  const slot = index.slotOf.get(projectId);
  const listing = slot === undefined ? undefined : index.listings[slot];
  return listing !== undefined && isOnSale(listing);
}

/** Returns everything that a query of the list finds, in no particular order; the page is ignored. */
export function matchesOf(index: CatalogueIndex, input: object): Match[] {
  const query = projectQuery.parse(input);
  const matches: Match[] = [];
  findProjects(index, query)
    .without()
    .forEach((slot) => {
      const listing = index.listings[slot]!;
      const { id, card } = listing;
      matches.push({
        id,
        priceCents: priceIn(query.category, listing),
        isForSale: isOnSale(listing),
        name: () => (JSON.parse(card) as ProjectSummary).name,
      });
    });
  return matches;
}
