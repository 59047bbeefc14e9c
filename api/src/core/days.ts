/** Returns the calendar day `days` after another, both ISO. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the first day of a day's quarter, both ISO. */
export function quarterOf(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return `${day.slice(0, 4)}-${String(first).padStart(2, "0")}-01`;
}

/** Returns the first day of the quarter after the one that begins on `from`, both ISO. */
export function nextQuarter(from: string): string {
  return quarterOf(daysAfter(from, 100));
}
