import { today } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/session.ts";

/** The day (ISO) that is so many days from today. */
export function dayAhead(days: number): string {
  return today(new Date(serverNow() + days * 86_400_000));
}
