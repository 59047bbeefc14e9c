/**
 * Returns the calendar years of the first and last issuance. Null for Gold Standard, whose exported year
 * is not that of issuance (notes of the offsets database), and if there are no figures by calendar year.
 */
export function issueYears(
  registryName: string,
  years: readonly { year: number; issued: number }[],
): { first: string | null; last: string | null } {
  const issued = years.filter((each) => each.issued > 0).map(({ year }) => year);
  if (registryName === "Gold Standard" || issued.length === 0) return { first: null, last: null };
  return { first: String(Math.min(...issued)), last: String(Math.max(...issued)) };
}
