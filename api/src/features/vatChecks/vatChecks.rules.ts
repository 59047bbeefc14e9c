import { daysAfter } from "../../core/days.ts";

/** The last day on which a check is offered for an approval; days as the seller counts them. */
export function offeredUntil(checkedOn: string, days: number): string {
  return daysAfter(checkedOn, days);
}
