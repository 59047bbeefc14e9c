import type { Evidence } from "@tonneline/contract/evidence";

type Issuance = Evidence["issuance"];

/** What was issued of all vintages, in tonnes, and what became of it. */
export function issuedSums(issuance: Issuance) {
  const sum = (key: "issued" | "retired" | "remaining") =>
    issuance.reduce((total, vintage) => total + vintage[key], 0);
  return { issued: sum("issued"), retired: sum("retired"), remaining: sum("remaining") };
}

/** How many vintages were issued, and of which years. */
export function issuedYears(issuance: Issuance): { count: number; years: string } {
  const years = issuance.map(({ vintageYear }) => vintageYear);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return { count: years.length, years: first === last ? String(first) : `${first}–${last}` };
}
