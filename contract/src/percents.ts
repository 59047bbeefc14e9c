import { z } from "zod";
import { plain, typedDecimal, type Reader } from "./typed.ts";

/** Percents as typed, with their sign or without; null for nothing, undefined for what is refused: see `typedDecimal`. */
export const typedPercent: Reader = (text) => typedDecimal(plain(text).replace(/ ?%$/, ""));

/** Percents to the hundredth, from one bound to the other; what is anything else is told both. */
export function percentOf(least: number, most: number) {
  const wrong = `Enter a percentage from ${least} to ${most}, with at most two decimals`;
  return z.number(wrong).min(least, wrong).max(most, wrong).multipleOf(0.01, wrong);
}
