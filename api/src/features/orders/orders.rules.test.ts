import { describe, expect, test } from "vitest";
import { orderStatuses, type OrderStatus } from "@tonneline/contract/orders";
import { afterDecision, daysAfter, needsVatCheck, type Decision } from "./orders.rules.ts";

describe("A decision on an order", () => {
  const possible: [OrderStatus, Decision, OrderStatus][] = [
    ["AWAITING_APPROVAL", "approve", "AWAITING_PAYMENT"],
    ["AWAITING_APPROVAL", "reject", "REJECTED"],
    ["AWAITING_PAYMENT", "pay", "PAID"],
    ["AWAITING_PAYMENT", "reject", "REJECTED"],
  ];

  test.each(possible)("%s, %s: %s", (from, decision, to) => {
    expect(afterDecision(from, decision)).toBe(to);
  });

  const decisions: Decision[] = ["approve", "pay", "reject"];
  const impossible = orderStatuses
    .flatMap((from) => decisions.map((decision) => [from, decision] as const))
    .filter((each) => !possible.some(([from, by]) => from === each[0] && by === each[1]));
  test.each(impossible)("%s, %s: not possible", (from, decision) => {
    expect(afterDecision(from, decision)).toBeUndefined();
  });
});

test.each([
  ["AE", true],
  ["S", false],
  ["O", false],
] as const)(
  "An order of the VAT category %s needs a check of its number: %s",
  (category, needed) => {
    expect(needsVatCheck(category)).toBe(needed);
  },
);

test.each([
  ["2026-01-01", 0, "2026-01-01"],
  ["2026-01-31", 1, "2026-02-01"],
  ["2026-02-28", 1, "2026-03-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-03-28", 14, "2026-04-11"],
  ["2026-10-25", 30, "2026-11-24"],
  ["2026-03-01", -1, "2026-02-28"],
])("From %s on %d days later it is %s", (day, days, then) => {
  expect(daysAfter(day, days)).toBe(then);
});
