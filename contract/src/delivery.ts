import type { creditTypes } from "./codes.ts";

/* Expected delivery of credits that are not issued yet, and the wording of credit types. */

/** The states that an operator can set for an expected vintage; one that was expected and is issued is DELIVERED. */
export const settableDeliveryStates = ["ON_SCHEDULE", "LATE", "NOT_ISSUED"] as const;
export const deliveryStates = [...settableDeliveryStates, "DELIVERED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Returns the delivery state of credits; null for those that were never expected. */
export function deliveryStateOf(delivery: {
  creditType: string;
  expectedDelivery: string | null;
  deliveryState: string;
}): DeliveryState | null {
  if (delivery.creditType === "EX_ANTE") return delivery.deliveryState as DeliveryState;
  return delivery.expectedDelivery === null ? null : "DELIVERED";
}

/** A quarter such as "2027-Q4"; sorts chronologically as text. */
export const quarterPattern = /^20\d\d-Q[1-4]$/;

/** Whether a day (ISO) is after a quarter. */
export function isQuarterOver(quarter: string, day: string): boolean {
  return quarter < `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/**
 * Whether credits that operators still call on schedule are late, since a day (ISO) is after their quarter. The API has what
 * operators said, pages what is true on the day.
 */
export function isOverdue(
  state: DeliveryState | null | undefined,
  quarter: string | null,
  day: string,
): boolean {
  return state === "ON_SCHEDULE" && quarter !== null && isQuarterOver(quarter, day);
}

/** Formats "2027-Q4" as "Q4 2027". */
export function quarterText(quarter: string): string {
  const [year, name] = quarter.split("-");
  return `${name} ${year}`;
}

/** The wording on every page and document: "Issued", "Expected Q4 2027", or "Expected" without a quarter. */
export function creditTypeText(
  type: (typeof creditTypes)[number],
  expectedDelivery: string | null | undefined,
): string {
  if (type === "EX_POST") return "Issued";
  return expectedDelivery ? `Expected ${quarterText(expectedDelivery)}` : "Expected";
}
