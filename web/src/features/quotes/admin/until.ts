import { today } from "../../../lib/format.ts";

/** Returns the ISO day that is `days` from today. */
export function dayAhead(days: number): string {
  // Counted in calendar days: when summer time begins or ends, a day does not have 24 hours.
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);
}
