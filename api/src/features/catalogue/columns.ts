import { TypedFastBitSet } from "typedfastbitset";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";

/** An integer per place, to count by. */
export interface Kinds {
  of: Uint32Array;
  /** The largest of them. */
  most: number;
}

/** Values read for every project that is found, by place: reading them from each listing would cost many times as much. */
interface Columns {
  /** Cents; NaN if there is no price. */
  price: Float64Array;
  financingPrice: Float64Array;
  /** The price's step, starting at 1; 0 if there is no price. */
  priceStep: Kinds;
  financingStep: Kinds;
  /** Tonnes. */
  available: Float64Array;
  developerId: Kinds;
  known: Float64Array;
  /** Lengths of the keys, to compare before the keys themselves. */
  externalLength: Uint16Array;
  nameLength: Uint16Array;
}

/** Prices are counted in steps of 1 %: step n begins at e^((n - 1) / 100) cents. */
const stepsPerE = 100;
const stepOf = (cents: number | null) =>
  cents === null ? 0 : Math.floor(Math.log(Math.max(cents, 1)) * stepsPerE) + 1;
/** The lowest amount of a step in cents, for the bounds of a histogram. */
export const centsOfStep = (step: number) => Math.ceil(Math.exp((step - 1) / stepsPerE));

const cache = new WeakMap<CatalogueIndex, { version: number; columns: Columns }>();

/** Returns the columns, brought up to date with the index on access. */
export function columnsOf(index: CatalogueIndex): Columns {
  const version = index.version();
  const known = cache.get(index);
  if (known?.version === version) return known.columns;
  const { listings } = index;
  const hasRoom = known?.columns.price.length === listings.length;
  const changed = hasRoom ? index.changedSince(known.version) : undefined;
  const columns = changed ? known!.columns : emptyColumns(listings.length);
  for (const place of changed ?? listings.keys()) {
    const listing = listings[place];
    if (listing) fill(columns, place, listing);
  }
  cache.set(index, { version, columns });
  return columns;
}

function emptyColumns(places: number): Columns {
  const kinds = (): Kinds => ({ of: new Uint32Array(places), most: 0 });
  return {
    price: new Float64Array(places).fill(Number.NaN),
    financingPrice: new Float64Array(places).fill(Number.NaN),
    priceStep: kinds(),
    financingStep: kinds(),
    available: new Float64Array(places),
    developerId: kinds(),
    known: new Float64Array(places),
    externalLength: new Uint16Array(places),
    nameLength: new Uint16Array(places),
  };
}

function fill(columns: Columns, place: number, listing: Listing): void {
  columns.price[place] = listing.price ?? Number.NaN;
  columns.financingPrice[place] = listing.financingPrice ?? Number.NaN;
  setKind(columns.priceStep, place, stepOf(listing.price));
  setKind(columns.financingStep, place, stepOf(listing.financingPrice));
  columns.available[place] = listing.available;
  setKind(columns.developerId, place, listing.developerId);
  columns.known[place] = listing.known;
  columns.externalLength[place] = listing.externalKey.length;
  columns.nameLength[place] = listing.nameKey.length;
}

/** Sets the number of a place. */
export function setKind(kinds: Kinds, place: number, kind: number): void {
  kinds.of[place] = kind;
  kinds.most = Math.max(kinds.most, kind);
}

/*
 * The functions below loop over the words of a bitset instead of using a callback per place: each
 * answer visits up to a hundred thousand places. The loops do only the work that each place needs:
 * checking capacity there more than doubled the time.
 */

/** Returns the places whose value is within these bounds, both inclusive. */
export function placesWithin(
  column: Float64Array | Float32Array,
  from: number,
  to: number,
): TypedFastBitSet {
  const words = new Uint32Array((column.length >>> 5) + 1);
  for (let nth = 0; nth < words.length; nth++) {
    const first = nth << 5;
    const end = Math.min(32, column.length - first);
    let word = 0;
    for (let bit = 0; bit < end; bit++) {
      const value = column[first + bit]!;
      // Both comparisons, without a branch: it would be unpredictable, and a misprediction costs more
      // than the second comparison.
      word |= (Number(value >= from) & Number(value <= to)) << bit;
    }
    words[nth] = word;
  }
  return TypedFastBitSet.fromWords(words);
}

/** Counts these places by their number; the result is indexed by that number. */
export function countBy({ words }: TypedFastBitSet, { of, most }: Kinds): Uint32Array {
  const counts = new Uint32Array(most + 1);
  for (let nth = 0; nth < words.length; nth++) {
    const first = nth << 5;
    for (let word = words[nth]!; word !== 0; word &= word - 1) {
      counts[of[first + 31 - Math.clz32(word & -word)]!]!++;
    }
  }
  return counts;
}

/** Sums a column over these places; 0 for no places, NaN if one of them has no value. */
export function sumOf({ words }: TypedFastBitSet, column: Float64Array): number {
  let sum = 0;
  for (let nth = 0; nth < words.length; nth++) {
    const first = nth << 5;
    for (let word = words[nth]!; word !== 0; word &= word - 1) {
      sum += column[first + 31 - Math.clz32(word & -word)]!;
    }
  }
  return sum;
}
