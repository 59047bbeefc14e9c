export type Series = "INVOICE" | "CREDIT_NOTE";

/** 2026-000001, or CN-2026-000001 for a credit note: two series, each without gaps in its year. */
export function documentNumber(series: Series, year: number, count: number): string {
  const number = `${year}-${String(count).padStart(6, "0")}`;
  return series === "INVOICE" ? number : `CN-${number}`;
}
