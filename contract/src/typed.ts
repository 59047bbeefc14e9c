import { maxEuros, maxInt } from "./ceilings.ts";

/** Removes what pasted text brings along and nobody could find to delete: zero-width spaces, direction marks and the like. */
export const withoutInvisible = (text: string) => text.replaceAll(/\p{Cf}/gu, "");

/** Normalizes pasted no-break spaces and full-width digits to plain ones, without invisible characters. */
export const plain = (text: string) =>
  withoutInvisible(text).normalize("NFKC").replaceAll("’", "'").trim();

// All thousands use the same separator, followed by cents. A leading zero never has thousands: "0,500" is a half.
const english = /^[1-9]\d{0,2}([ ,'])\d{3}(\1\d{3})*(\.\d{1,2})?$/;
const continental = /^[1-9]\d{0,2}([ .'])\d{3}(\1\d{3})*,\d{1,2}$/;
// Two points cannot both be the decimal point.
const groupedByPoints = /^[1-9]\d{0,2}(\.\d{3}){2,}$/;

/**
 * Parses a decimal as the pages write it, with commas between thousands and a point before cents, or in another unambiguous
 * way ("1 120", "1.120.000", "24,5", "1.120,50"). Undefined for "1.120", which has two meanings, and for anything that is
 * not a number.
 */
function decimalOf(text: string): number | undefined {
  if (/^\d+([.,]\d{1,2})?$/.test(text)) return Number(text.replace(",", "."));
  if (english.test(text)) return Number(text.replaceAll(/[ ,']/g, ""));
  if (continental.test(text)) return Number(text.replaceAll(/[ .']/g, "").replace(",", "."));
  if (groupedByPoints.test(text)) return Number(text.replaceAll(".", ""));
  return undefined;
}

const unsigned = (text: string) =>
  plain(text)
    .replace(/^(€|EUR) ?/i, "")
    .replace(/ ?(€|EUR)$/i, "");

/** Whether euros as typed are refused because they are ambiguous: "1.120". */
export const hasTwoReadings = (text: string) => /^[1-9]\d{0,2}\.\d{3}$/.test(unsigned(text));

/** Parses typed text: null for blank, undefined for invalid input. */
export type Reader = (text: string) => number | null | undefined;

/** A number as typed, with two decimals at most; null for blank, undefined for invalid input: see `decimalOf`. */
export const typedDecimal: Reader = (text) => {
  const typed = plain(text);
  return typed === "" ? null : decimalOf(typed);
};

/** A whole number as typed; null for blank, undefined for invalid input: see `decimalOf`. */
export const typedWhole: Reader = (text) => {
  const typed = plain(text);
  if (typed === "") return null;
  const whole = /[.,]\d{1,2}$/.test(typed) ? undefined : decimalOf(typed);
  return whole !== undefined && whole <= maxInt ? whole : undefined;
};

/** Whole tonnes as typed, with or without a trailing "t"; null for blank, undefined for invalid input: see `decimalOf`. */
export const typedTonnes: Reader = (text) => typedWhole(plain(text).replace(/ ?t$/i, ""));

/** Euros as typed, with or without their sign; null for blank, undefined for invalid input: see `decimalOf`. */
export const typedEuros: Reader = (text) => {
  const euros = typedDecimal(unsigned(text));
  return typeof euros === "number" && euros > maxEuros ? undefined : euros;
};
