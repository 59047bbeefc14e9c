import { z } from "zod";
import { plain, typedDecimal, type Reader } from "./typed.ts";

/** Percent as typed, with or without its sign; null for blank, undefined for invalid input: see `typedDecimal`. */
export const typedPercent: Reader = (text) => typedDecimal(plain(text).replace(/ ?%$/, ""));

/** Percent with at most two decimals, within bounds; any other value gets a message that names both. */
export function percentOf(least: number, most: number) {
  const wrong = `Enter a percentage from ${least} to ${most}, with at most two decimals`;
  return z
    .number(wrong)
    .min(least, wrong)
    .max(most, wrong)
    .multipleOf(0.01, wrong)
    .describe("Percent, with at most two decimals");
}
