import { today } from "../../../lib/format.ts";

/** The day (ISO) that is so many days from today. */
export function dayAhead(days: number): string {
  // From day to day: 24 hours are less than a day, or more, where summer time begins or ends.
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);
}
