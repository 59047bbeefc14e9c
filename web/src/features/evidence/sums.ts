import type { Evidence } from "@tonneline/contract/evidence";

type Issuance = Evidence["issuance"];

/** What was issued of all vintages, in tonnes, and what became of it. */
export function issuedSums(issuance: Issuance) {
  const sum = (key: "issued" | "retired" | "remaining") =>
    issuance.reduce((total, vintage) => total + vintage[key], 0);
  return { issued: sum("issued"), retired: sum("retired"), remaining: sum("remaining") };
}

/**
 * Tonnes that the calendar years have retired beyond what the vintages have; below zero where these have more. Of the
 * vintages an import refuses what contradicts itself, such as more retired than issued.
 */
export function retiredBeyond({
  issuance,
  retirements,
}: Pick<Evidence, "issuance" | "retirements">): number {
  const byYear = retirements.reduce((total, { tonnes }) => total + tonnes, 0);
  return byYear - issuedSums(issuance).retired;
}

/** How many vintages were issued, and of which years. */
export function issuedYears(issuance: Issuance): { count: number; years: string } {
  const years = issuance.map(({ vintageYear }) => vintageYear);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return { count: years.length, years: first === last ? String(first) : `${first}–${last}` };
}
