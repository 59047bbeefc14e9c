import type { CatalogueIndex } from "./index.ts";

/** What is asked of every project that is found, by place: read out of each listing it would cost many times as much. */
interface Columns {
  /** Cents; not a number where there is none. */
  price: Float64Array;
  financingPrice: Float64Array;
  /** Tonnes. */
  available: Float64Array;
  developerId: Uint32Array;
  known: Uint8Array;
  /** Lengths of its keys: of another length it is another one. */
  externalLength: Uint16Array;
  nameLength: Uint16Array;
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
    available: new Float64Array(listings.length),
    developerId: new Uint32Array(listings.length),
    known: new Uint8Array(listings.length),
    externalLength: new Uint16Array(listings.length),
    nameLength: new Uint16Array(listings.length),
  };
  for (const [place, listing] of listings.entries()) {
    if (!listing) continue;
    columns.price[place] = listing.price ?? Number.NaN;
    columns.financingPrice[place] = listing.financingPrice ?? Number.NaN;
    columns.available[place] = listing.available;
    columns.developerId[place] = listing.developerId;
    columns.known[place] = listing.known;
    columns.externalLength[place] = listing.externalKey.length;
    columns.nameLength[place] = listing.nameKey.length;
  }
  kept.set(index, { version, columns });
  return columns;
}
