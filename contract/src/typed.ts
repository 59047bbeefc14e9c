import { maxEuros, maxInt } from "./ceilings.ts";

/** One kind of blank, plain digits: what people paste has no-break spaces and full-width digits. */
const plain = (text: string) => text.normalize("NFKC").replaceAll("’", "'").trim();

// The same mark between all thousands, and then the cents.
const english = /^\d{1,3}([ ,'])\d{3}(\1\d{3})*(\.\d{1,2})?$/;
const continental = /^\d{1,3}([ .'])\d{3}(\1\d{3})*,\d{1,2}$/;
// Two points cannot both stand before cents.
const pointed = /^\d{1,3}(\.\d{3}){2,}$/;

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
export const hasTwoReadings = (text: string) => /^\d{1,3}\.\d{3}$/.test(unsigned(text));

/** Whole tonnes as typed, "t" behind them or not; null for nothing, undefined for what is refused: see `decimalOf`. */
export function typedTonnes(text: string): number | null | undefined {
  const typed = plain(text).replace(/ ?t$/i, "");
  if (typed === "") return null;
  const tonnes = /[.,]\d{1,2}$/.test(typed) ? undefined : decimalOf(typed);
  return tonnes !== undefined && tonnes <= maxInt ? tonnes : undefined;
}

/** Euros as typed, with their sign or without; null for nothing, undefined for what is refused: see `decimalOf`. */
export function typedEuros(text: string): number | null | undefined {
  const typed = unsigned(text);
  if (typed === "") return null;
  const euros = decimalOf(typed);
  return euros !== undefined && euros <= maxEuros ? euros : undefined;
}
