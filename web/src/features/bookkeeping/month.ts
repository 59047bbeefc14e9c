/** Returns the month before that of a day (both ISO), which is the one booked most often. */
export function monthBefore(day: string): string {
  return monthsUntil(day, 2)[1]!;
}

/** Returns `count` months in descending order, starting with that of the day. */
export function monthsUntil(day: string, count: number): string[] {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** Parses a month in the URL, such as "2026-01"; undefined for anything else. */
export function monthOf(text: string | null): string | undefined {
  return text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}
