/** The month before that of a day (both ISO), which is what is booked most. */
export function monthBefore(day: string): string {
  return monthsUntil(day, 2)[1]!;
}

/** The last so many months, that of the day first. */
export function monthsUntil(day: string, count: number): string[] {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** A month of the address, such as "2026-01"; undefined for anything else. */
export function monthOf(text: string | null): string | undefined {
  return text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}
