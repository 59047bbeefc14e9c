export type Series = "INVOICE" | "CREDIT_NOTE";

/** 2026-000001, or CN-2026-000001 for a credit note: two series, each without gaps in its year. */
export function documentNumber(series: Series, year: number, count: number): string {
  const number = `${year}-${String(count).padStart(6, "0")}`;
  return series === "INVOICE" ? number : `CN-${number}`;
}

/** A calendar day `days` after another, both ISO. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
