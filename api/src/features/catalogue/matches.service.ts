import { projectQuery, type ProjectSummary } from "@tonneline/contract/catalogue";
import { findProjects, priceIn } from "./filters.ts";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";

/** What a search found of a project. */
export interface Match {
  id: number;
  /** Of the card, in its category. */
  priceCents: number | null;
  isForSale: boolean;
  name: () => string;
}

const isOnSale = ({ state, available }: Listing) => state === 0 && available > 0;

/** Whether a project can be bought now, whatever a search asks for; not one that buyers do not see. */
export function isForSale(index: CatalogueIndex, projectId: number): boolean {
  const place = index.placeOf.get(projectId);
  const listing = place === undefined ? undefined : index.listings[place];
  return listing !== undefined && isOnSale(listing);
}

/** All that a query of the list finds, in no order; its page does not count. */
export function matchesOf(index: CatalogueIndex, asked: object): Match[] {
  const query = projectQuery.parse(asked);
  const matches: Match[] = [];
  findProjects(index, query)
    .without()
    .forEach((place) => {
      const listing = index.listings[place]!;
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
