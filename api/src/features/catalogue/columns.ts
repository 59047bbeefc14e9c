import type { CatalogueIndex } from "./index.ts";

/** What is asked of every project that is found, by place: read out of each listing it would cost many times as much. */
interface Columns {
  /** Cents; not a number where there is none. */
  price: Float64Array;
  financingPrice: Float64Array;
  developerId: Uint32Array;
  known: Uint8Array;
}

const kept = new WeakMap<CatalogueIndex, { version: number; columns: Columns }>();

/** Made again when anything of the index is different. */
export function columnsOf(index: CatalogueIndex): Columns {
  const version = index.version();
  const known = kept.get(index);
  if (known?.version === version) return known.columns;
  const { listings } = index;
  const columns: Columns = {
    price: new Float64Array(listings.length).fill(Number.NaN),
    financingPrice: new Float64Array(listings.length).fill(Number.NaN),
    developerId: new Uint32Array(listings.length),
    known: new Uint8Array(listings.length),
  };
  for (const [place, listing] of listings.entries()) {
    if (!listing) continue;
    columns.price[place] = listing.price ?? Number.NaN;
    columns.financingPrice[place] = listing.financingPrice ?? Number.NaN;
    columns.developerId[place] = listing.developerId;
    columns.known[place] = listing.known;
  }
  kept.set(index, { version, columns });
  return columns;
}
