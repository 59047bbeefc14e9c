import { dateTime } from "../../lib/format.ts";

/** Until when a quote stands, where the reader is; midnight belongs to the day that it ends: 30 Apr 2027, 24:00 */
export function endsAt(validUntil: string): string {
  const before = dateTime(new Date(Date.parse(validUntil) - 60_000).toISOString());
  return before.endsWith("23:59") ? before.replace("23:59", "24:00") : dateTime(validUntil);
}
