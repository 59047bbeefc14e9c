import type { creditTypes } from "./codes.ts";

/* When credits that are not issued yet are expected, and the two words for the type of a credit. */

/** What an operator says of an expected vintage; one that was expected and is issued is DELIVERED. */
export const tellableDeliveryStates = ["ON_SCHEDULE", "LATE", "NOT_ISSUED"] as const;
export const deliveryStates = [...tellableDeliveryStates, "DELIVERED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How the delivery of credits stands; null for those that were never expected. */
export function deliveryStateOf(delivery: {
  creditType: string;
  expectedDelivery: string | null;
  deliveryState: string;
}): DeliveryState | null {
  if (delivery.creditType === "EX_ANTE") return delivery.deliveryState as DeliveryState;
  return delivery.expectedDelivery === null ? null : "DELIVERED";
}

/** A quarter such as "2027-Q4"; as text in the order of time. */
export const quarterPattern = /^20\d\d-Q[1-4]$/;

/** "2027-Q4" as people write it: "Q4 2027". */
export function quarterText(quarter: string): string {
  const [year, name] = quarter.split("-");
  return `${name} ${year}`;
}

/** The words on every screen and paper: "Issued", "Expected Q4 2027", or without a quarter "Expected". */
export function creditTypeText(
  type: (typeof creditTypes)[number],
  expectedDelivery: string | null | undefined,
): string {
  if (type === "EX_POST") return "Issued";
  return expectedDelivery ? `Expected ${quarterText(expectedDelivery)}` : "Expected";
}
