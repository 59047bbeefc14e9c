import { TypedFastBitSet } from "typedfastbitset";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";

/** An integer per slot, to count by. */
export interface IntColumn {
  of: Uint32Array;
  /** The largest of them. */
  max: number;
}

/** Values read for every project that is found, by slot: reading them from each listing would cost many times as much. */
interface Columns {
  /** Cents; NaN if there is no price. */
  price: Float64Array;
  financingPrice: Float64Array;
  /** The price's step, starting at 1; 0 if there is no price. */
  priceStep: IntColumn;
  financingStep: IntColumn;
  /** Tonnes. */
  available: Float64Array;
  developerId: IntColumn;
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
  const hasSameSize = known?.columns.price.length === listings.length;
  const changed = hasSameSize ? index.changedSince(known.version) : undefined;
  const columns = changed ? known!.columns : emptyColumns(listings.length);
  for (const slot of changed ?? listings.keys()) {
    const listing = listings[slot];
    if (listing) fill(columns, slot, listing);
  }
  cache.set(index, { version, columns });
  return columns;
}

function emptyColumns(slots: number): Columns {
  const intColumn = (): IntColumn => ({ of: new Uint32Array(slots), max: 0 });
  return {
    price: new Float64Array(slots).fill(Number.NaN),
    financingPrice: new Float64Array(slots).fill(Number.NaN),
    priceStep: intColumn(),
    financingStep: intColumn(),
    available: new Float64Array(slots),
    developerId: intColumn(),
    known: new Float64Array(slots),
    externalLength: new Uint16Array(slots),
    nameLength: new Uint16Array(slots),
  };
}

function fill(columns: Columns, slot: number, listing: Listing): void {
  columns.price[slot] = listing.price ?? Number.NaN;
  columns.financingPrice[slot] = listing.financingPrice ?? Number.NaN;
  setValue(columns.priceStep, slot, stepOf(listing.price));
  setValue(columns.financingStep, slot, stepOf(listing.financingPrice));
  columns.available[slot] = listing.available;
  setValue(columns.developerId, slot, listing.developerId);
  columns.known[slot] = listing.known;
  columns.externalLength[slot] = listing.externalKey.length;
  columns.nameLength[slot] = listing.nameKey.length;
}

/** Sets the number of a slot. */
export function setValue(column: IntColumn, slot: number, value: number): void {
  column.of[slot] = value;
  column.max = Math.max(column.max, value);
}

/*
 * The functions below loop over the words of a bitset instead of using a callback per slot: each
 * answer visits up to a hundred thousand slots. The loops do only the work that each slot needs:
 * checking capacity there more than doubled the time.
 */

/** Returns the slots whose value is within these bounds, both inclusive. */
export function slotsWithin(
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

/** Counts these slots by their number; the result is indexed by that number. */
export function countBy({ words }: TypedFastBitSet, { of, max }: IntColumn): Uint32Array {
  const counts = new Uint32Array(max + 1);
  for (let nth = 0; nth < words.length; nth++) {
    const first = nth << 5;
    for (let word = words[nth]!; word !== 0; word &= word - 1) {
      counts[of[first + 31 - Math.clz32(word & -word)]!]!++;
    }
  }
  return counts;
}

/** Sums a column over these slots; 0 for no slots, NaN if one of them has no value. */
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
