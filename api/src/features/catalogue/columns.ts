import { TypedFastBitSet } from "typedfastbitset";
import type { CatalogueIndex } from "./index.ts";

/** What is asked of every project that is found, by place: read out of each listing it would cost many times as much. */
interface Columns {
  /** Cents; not a number where there is none. */
  price: Float64Array;
  financingPrice: Float64Array;
  /** Which step of prices that is, from 1 on; 0 where there is none. */
  priceStep: Uint32Array;
  financingStep: Uint32Array;
  /** Tonnes. */
  available: Float64Array;
  developerId: Uint32Array;
  known: Float64Array;
  /** Lengths of its keys: of another length it is another one. */
  externalLength: Uint16Array;
  nameLength: Uint16Array;
}

/** Prices are counted in steps of 1 %: step n begins at e^((n - 1) / 100) cents. */
const stepsPerE = 100;
const stepOf = (cents: number | null) =>
  cents === null ? 0 : Math.floor(Math.log(Math.max(cents, 1)) * stepsPerE) + 1;
/** The fewest cents of a step, for the ends of a histogram. */
export const centsOfStep = (step: number) => Math.ceil(Math.exp((step - 1) / stepsPerE));

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
    priceStep: new Uint32Array(listings.length),
    financingStep: new Uint32Array(listings.length),
    available: new Float64Array(listings.length),
    developerId: new Uint32Array(listings.length),
    known: new Float64Array(listings.length),
    externalLength: new Uint16Array(listings.length),
    nameLength: new Uint16Array(listings.length),
  };
  for (const [place, listing] of listings.entries()) {
    if (!listing) continue;
    columns.price[place] = listing.price ?? Number.NaN;
    columns.financingPrice[place] = listing.financingPrice ?? Number.NaN;
    columns.priceStep[place] = stepOf(listing.price);
    columns.financingStep[place] = stepOf(listing.financingPrice);
    columns.available[place] = listing.available;
    columns.developerId[place] = listing.developerId;
    columns.known[place] = listing.known;
    columns.externalLength[place] = listing.externalKey.length;
    columns.nameLength[place] = listing.nameKey.length;
  }
  kept.set(index, { version, columns });
  return columns;
}

/*
 * Loops over words of bits instead of a callback for each place: of a hundred thousand each is asked for every answer.
 */

/** The places whose value is within these bounds, both included. */
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
      // Both are asked at once: whether the first holds cannot be foretold, and a wrong guess costs more than the second.
      word |= (Number(value >= from) & Number(value <= to)) << bit;
    }
    words[nth] = word;
  }
  return TypedFastBitSet.fromWords(words);
}

/** How many of these places have each number, by that number. */
export function countBy({ words }: TypedFastBitSet, column: Uint32Array): Uint32Array {
  let counts = new Uint32Array(1024);
  for (let nth = 0; nth < words.length; nth++) {
    for (let word = words[nth]!; word !== 0; word &= word - 1) {
      const value = column[(nth << 5) + 31 - Math.clz32(word & -word)]!;
      if (value >= counts.length) {
        const fewer = counts;
        counts = new Uint32Array(value * 2);
        counts.set(fewer);
      }
      counts[value]!++;
    }
  }
  return counts;
}

/** What these places have in a column, in all; 0 for no places, not a number where one of them has none there. */
export function sumOf({ words }: TypedFastBitSet, column: Float64Array): number {
  let sum = 0;
  for (let nth = 0; nth < words.length; nth++) {
    for (let word = words[nth]!; word !== 0; word &= word - 1) {
      sum += column[(nth << 5) + 31 - Math.clz32(word & -word)]!;
    }
  }
  return sum;
}
