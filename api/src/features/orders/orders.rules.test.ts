import { describe, expect, test } from "vitest";
import { orderStatuses, type OrderStatus } from "@tonneline/contract/orders";
import { afterDecision, needsVatCheck, type Decision } from "./orders.rules.ts";

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
