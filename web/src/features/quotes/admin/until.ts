import { today } from "../../../lib/format.ts";

/** The day (ISO) that is so many days from today. */
export function dayAhead(days: number): string {
  return today(new Date(Date.now() + days * 86_400_000));
}
