import { daysAfter } from "../../core/days.ts";

/** Returns the last day on which a check can be used for an approval, in the seller's time zone. */
export function offeredUntil(checkedOn: string, days: number): string {
  return daysAfter(checkedOn, days);
}
