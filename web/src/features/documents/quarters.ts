/** Returns the quarter of an ISO day, such as "2026-Q1". */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** Returns `count` quarters in descending order, starting with that of the day. */
export function quartersUntil(day: string, count: number): string[] {
  const now = Number(day.slice(0, 4)) * 4 + Math.ceil(Number(day.slice(5, 7)) / 3) - 1;
  return Array.from({ length: count }, (_, back) => {
    const quarter = now - back;
    return `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`;
  });
}
