import { typedEuros, typedTonnes } from "@tonneline/contract/typed";

// Unreadable input becomes NaN: every schema refuses it, whereas undefined would count as omitted.
const orNotANumber = (typed: number | null | undefined) =>
  typed === undefined ? Number.NaN : typed;

/** Parses whole tonnes; null for empty input, NaN for invalid input. */
export const tonnesIn = (text: string) => orNotANumber(typedTonnes(text));

/** Parses euros; null for empty input, NaN for invalid input. */
export const eurosIn = (text: string) => orNotANumber(typedEuros(text));

/** Parses a year; null for empty input, NaN for anything else. */
export function yearIn(text: string): number | null {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{4}$/.test(typed) ? Number(typed) : Number.NaN;
}

const longest = 200;

/** Parses years ("2026–2030, 2032"), sorted and without duplicates; undefined if unreadable. */
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
