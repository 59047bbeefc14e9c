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
