import { typedEuros, typedTonnes } from "@tonneline/contract/typed";

// What cannot be read is not a number: every schema refuses it, where undefined would pass for left out.
const orNotANumber = (typed: number | null | undefined) =>
  typed === undefined ? Number.NaN : typed;

/** Whole tonnes as typed; null for nothing, NaN for what is refused. */
export const tonnesIn = (text: string) => orNotANumber(typedTonnes(text));

/** Euros as typed; null for nothing, NaN for what is refused. */
export const eurosIn = (text: string) => orNotANumber(typedEuros(text));

/** A year as typed; null for nothing, NaN for anything else. */
export function yearIn(text: string): number | null {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{4}$/.test(typed) ? Number(typed) : Number.NaN;
}

const longest = 200;

/** Years as typed ("2026–2030, 2032") in their order without doubles; undefined when it cannot be read. */
export function typedYears(text: string): number[] | undefined {
  const years = new Set<number>();
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, from, to] = /^(\d{4})(?:\s*[-–]\s*(\d{4}))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const [first, last] = [Number(from), Number(to ?? from)];
    if (last < first || last - first > longest) return undefined;
    for (let year = first; year <= last; year++) years.add(year);
  }
  return [...years].toSorted((one, other) => one - other);
}
