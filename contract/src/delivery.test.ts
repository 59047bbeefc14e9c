import { expect, test } from "vitest";
import { creditTypeText, deliveryStateOf, isOverdue } from "./delivery.ts";

test.each([
  ["EX_POST", null, "Issued"],
  ["EX_POST", "2027-Q4", "Issued"],
  ["EX_ANTE", null, "Expected"],
  ["EX_ANTE", "2027-Q4", "Expected Q4 2027"],
] as const)("Credits of type %s with delivery %s read %s", (type, quarter, text) => {
  expect(creditTypeText(type, quarter)).toBe(text);
});

test.each([
  ["EX_ANTE", null, "ON_SCHEDULE", "ON_SCHEDULE"],
  ["EX_ANTE", "2027-Q4", "LATE", "LATE"],
  ["EX_POST", "2027-Q4", "LATE", "DELIVERED"],
  ["EX_POST", null, "ON_SCHEDULE", null],
] as const)("The delivery of %s for %s, set to %s, is %s", (creditType, quarter, told, state) => {
  const delivery = { creditType, expectedDelivery: quarter, deliveryState: told };
  expect(deliveryStateOf(delivery)).toBe(state);
});

test.each([
  ["ON_SCHEDULE", "2027-Q2", "2027-06-30", false],
  ["ON_SCHEDULE", "2027-Q2", "2027-07-01", true],
  ["ON_SCHEDULE", "2027-Q4", "2027-12-31", false],
  ["ON_SCHEDULE", "2027-Q4", "2028-01-01", true],
  ["ON_SCHEDULE", null, "2028-01-01", false],
  ["LATE", "2027-Q2", "2027-07-01", false],
  ["DELIVERED", "2027-Q2", "2027-07-01", false],
  [null, "2027-Q2", "2027-07-01", false],
] as const)("Credits that are %s for %s are overdue on %s: %s", (state, quarter, day, overdue) => {
  expect(isOverdue(state, quarter, day)).toBe(overdue);
});
