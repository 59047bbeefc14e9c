import { maxEuros, maxInt } from "./ceilings.ts";

/** One kind of blank, plain digits: what people paste has no-break spaces and full-width digits. */
export const plain = (text: string) => text.normalize("NFKC").replaceAll("’", "'").trim();

// The same mark between all thousands, and then the cents. Nobody writes thousands behind a zero: "0,500" is a half.
const english = /^[1-9]\d{0,2}([ ,'])\d{3}(\1\d{3})*(\.\d{1,2})?$/;
const continental = /^[1-9]\d{0,2}([ .'])\d{3}(\1\d{3})*,\d{1,2}$/;
// Two points cannot both stand before cents.
const pointed = /^[1-9]\d{0,2}(\.\d{3}){2,}$/;

/**
 * A decimal as the pages write it, with a comma between thousands and a point before cents, or in another way that has one
 * meaning ("1 120", "1.120.000", "24,5", "1.120,50"). Undefined for "1.120", which has two, and for what is no number.
 */
function decimalOf(text: string): number | undefined {
  if (/^\d+([.,]\d{1,2})?$/.test(text)) return Number(text.replace(",", "."));
  if (english.test(text)) return Number(text.replaceAll(/[ ,']/g, ""));
  if (continental.test(text)) return Number(text.replaceAll(/[ .']/g, "").replace(",", "."));
  if (pointed.test(text)) return Number(text.replaceAll(".", ""));
  return undefined;
}

const unsigned = (text: string) =>
  plain(text)
    .replace(/^(€|EUR) ?/i, "")
    .replace(/ ?(€|EUR)$/i, "");

/** Whether euros as typed are refused for their two meanings: "1.120". */
export const hasTwoReadings = (text: string) => /^[1-9]\d{0,2}\.\d{3}$/.test(unsigned(text));

/** What a reader makes of a text: null for nothing, undefined for what is refused. */
export type Reader = (text: string) => number | null | undefined;

/** A number as typed, with two decimals at most; null for nothing, undefined for what is refused: see `decimalOf`. */
export const typedDecimal: Reader = (text) => {
  const typed = plain(text);
  return typed === "" ? null : decimalOf(typed);
};

/** A whole number as typed; null for nothing, undefined for what is refused: see `decimalOf`. */
export const typedWhole: Reader = (text) => {
  const typed = plain(text);
  if (typed === "") return null;
  const whole = /[.,]\d{1,2}$/.test(typed) ? undefined : decimalOf(typed);
  return whole !== undefined && whole <= maxInt ? whole : undefined;
};

/** Whole tonnes as typed, "t" behind them or not; null for nothing, undefined for what is refused: see `decimalOf`. */
export const typedTonnes: Reader = (text) => typedWhole(plain(text).replace(/ ?t$/i, ""));

/** Euros as typed, with their sign or without; null for nothing, undefined for what is refused: see `decimalOf`. */
export const typedEuros: Reader = (text) => {
  const euros = typedDecimal(unsigned(text));
  return typeof euros === "number" && euros > maxEuros ? undefined : euros;
};
