import { ownSpan } from "./catalogue.view.ts";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";
import { ownPrice, termsOf, type CompanyTerms } from "./ownPrices.rules.ts";

/** The catalogue at a company's prices; everything else is shared with the base index. */
interface Overlay {
  version: number;
  listings: (Listing | undefined)[];
  index: CatalogueIndex;
}

// Companies with the same lists share an overlay; each holds about as many small objects as its lists affect projects.
const maxOverlays = 50;
const overlays = new WeakMap<CatalogueIndex, Map<string, Overlay>>();

/**
 * Returns the catalogue at these terms, brought up to date with the base. Listings whose prices do
 * not differ are the same objects.
 */
export function indexAt(base: CatalogueIndex, company: CompanyTerms): CatalogueIndex {
  const cache = overlays.get(base) ?? new Map<string, Overlay>();
  overlays.set(base, cache);
  const known = cache.get(company.key);
  const overlay = known ?? createOverlay(base, company);
  cache.delete(company.key);
  cache.set(company.key, overlay);
  if (cache.size > maxOverlays) cache.delete(cache.keys().next().value!);
  if (overlay.version !== base.version()) bringUpToDate(overlay, base, company);
  return overlay.index;
}

function createOverlay(base: CatalogueIndex, own: CompanyTerms): Overlay {
  const listings: (Listing | undefined)[] = [];
  const index = { ...base, listings, own, prices: `${own.key} ` };
  return { version: 0, listings, index };
}

function bringUpToDate(overlay: Overlay, base: CatalogueIndex, company: CompanyTerms): void {
  const { listings, version } = overlay;
  const changed = version > 0 ? base.changedSince(version) : undefined;
  for (const slot of changed ?? base.listings.keys()) {
    const listing = base.listings[slot];
    listings[slot] = listing && listingAt(listing, company);
  }
  overlay.version = base.version();
}

/** A project as a company sees it; the same object if all its prices equal the list prices. */
function listingAt(listing: Listing, company: CompanyTerms): Listing {
  const { id: projectId, typeId: projectTypeId, registryId, developerId, countries } = listing;
  const priced = listing.vintages.map((vintage) => {
    const terms = termsOf(company, vintage.id);
    const facts = { ...vintage, projectId, projectTypeId, registryId, developerId, countries };
    return { listCents: vintage.listCents, cents: ownPrice(facts, terms) };
  });
  const span = ownSpan(listing.price, priced);
  if (span.priceFrom === undefined) return listing;
  const price = Math.min(...priced.flatMap(({ cents }) => cents ?? []));
  // Without a getter for the card: an object that has one takes five times the memory.
  return { ...listing, price, ownSpan: span };
}
