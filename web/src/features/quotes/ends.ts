import { dateTime, today } from "../../lib/format.ts";

/** Formats the end of a quote's validity in local time; midnight counts as the end of the previous day: 30 Apr 2027, 24:00 */
export function endsAt(validUntil: string): string {
  const before = dateTime(new Date(Date.parse(validUntil) - 60_000).toISOString());
  return before.endsWith("23:59") ? before.replace("23:59", "24:00") : dateTime(validUntil);
}

/** Same, for a dense list, without the current year: 30 Apr, 24:00 */
export function endsAtShort(validUntil: string, now?: Date): string {
  return endsAt(validUntil).replace(` ${today(now).slice(0, 4)},`, ",");
}
