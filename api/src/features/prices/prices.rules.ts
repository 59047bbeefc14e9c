import { hasTwoReadings, typedEuros } from "@tonneline/contract/typed";
import type { PriceRule } from "@tonneline/contract/prices";

const lowestCents = 1;
const highestCents = 100_000_000;

/** Applies a rule to a price in cents, rounded half up; undefined if the result is outside the valid range. */
export function priceAfter(cents: number, { kind, by }: PriceRule): number | undefined {
  // In hundredths of a percent or of a euro: the product stays an integer.
  const hundredths = Math.round(by * 100);
  const after =
    kind === "EUROS"
      ? cents + hundredths
      : Math.floor((cents * (10_000 + hundredths) + 5000) / 10_000);
  return after >= lowestCents && after <= highestCents ? after : undefined;
}

export interface FileRow {
  line: number;
  vintage: string;
  price: string;
}

/** Parses a row of a file; `why` is a sentence on what is wrong with it. */
export function readRow(row: FileRow): { id: number; cents: number } | { why: string } {
  if (!/^\d{1,9}$/.test(row.vintage.trim()) || Number(row.vintage) === 0)
    return { why: `“${row.vintage}” is not the number of a vintage.` };
  const euros = typedEuros(row.price);
  if (euros === null) return { why: "The price is missing." };
  if (hasTwoReadings(row.price)) {
    const write = "write thousands with a comma, and cents with two digits after a point";
    return { why: `“${row.price}” can be read in two ways: ${write}.` };
  }
  const cents = euros === undefined ? Number.NaN : Math.round(euros * 100);
  if (!(cents >= lowestCents && cents <= highestCents))
    return { why: `“${row.price}” is not a price from €0.01 to €1,000,000.00.` };
  return { id: Number(row.vintage), cents };
}
