import type { Evidence } from "@tonneline/contract/evidence";

type Issuance = Evidence["issuance"];

/** Sums the tonnes issued, retired and remaining over all vintages. */
export function issuedSums(issuance: Issuance) {
  const sum = (key: "issued" | "retired" | "remaining") =>
    issuance.reduce((total, vintage) => total + vintage[key], 0);
  return { issued: sum("issued"), retired: sum("retired"), remaining: sum("remaining") };
}

/**
 * Returns the tonnes retired by calendar year minus those retired by vintage; negative if the vintages have more. For
 * vintages, an import refuses contradictions such as more retired than issued.
 */
export function retiredBeyond({
  issuance,
  retirements,
}: Pick<Evidence, "issuance" | "retirements">): number {
  const byYear = retirements.reduce((total, { tonnes }) => total + tonnes, 0);
  return byYear - issuedSums(issuance).retired;
}

/** Returns how many vintages were issued, and their years. */
export function issuedYears(issuance: Issuance): { count: number; years: string } {
  const years = issuance.map(({ vintageYear }) => vintageYear);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return { count: years.length, years: first === last ? String(first) : `${first}–${last}` };
}

/**
 * Returns the tonnes retired in each year from the first to the last, 0 for years without retirements: otherwise, years
 * far apart would be drawn side by side. `retirements` is in the order of its years.
 */
export function retiredByYear(retirements: Evidence["retirements"]): Evidence["retirements"] {
  return retirements.flatMap((each, at) => {
    const next = retirements[at + 1]?.year ?? each.year + 1;
    const years = Array.from({ length: next - each.year - 1 }, (_, after) => each.year + 1 + after);
    return [each, ...years.map((year) => ({ year, tonnes: 0 }))];
  });
}
