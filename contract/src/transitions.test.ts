import { describe, expect, test } from "vitest";
import { orderLeadsTo, orderStatuses, type OrderDecision, type OrderStatus } from "./orders.ts";
import { retirementLeadsTo } from "./retirements.ts";

describe("A decision on an order", () => {
  const possible: [OrderStatus, OrderDecision, OrderStatus][] = [
    ["AWAITING_APPROVAL", "approve", "AWAITING_PAYMENT"],
    ["AWAITING_APPROVAL", "reject", "REJECTED"],
    ["AWAITING_PAYMENT", "pay", "PAID"],
    ["AWAITING_PAYMENT", "reject", "REJECTED"],
  ];

  test.each(possible)("%s, %s: %s", (from, decision, to) => {
    expect(orderLeadsTo[from][decision]).toBe(to);
  });

  const decisions: OrderDecision[] = ["approve", "pay", "reject"];
  const impossible = orderStatuses
    .flatMap((from) => decisions.map((decision) => [from, decision] as const))
    .filter((each) => !possible.some(([from, by]) => from === each[0] && by === each[1]));
  test.each(impossible)("%s, %s: not possible", (from, decision) => {
    expect(orderLeadsTo[from][decision]).toBeUndefined();
  });
});

test.each([
  ["RETIREMENT_IN_PROGRESS", "complete", "RETIRED"],
  ["RETIREMENT_IN_PROGRESS", "decline", "DECLINED"],
  ["RETIRED", "complete", undefined],
  ["RETIRED", "decline", undefined],
  ["DECLINED", "complete", undefined],
  ["DECLINED", "decline", undefined],
] as const)("A retirement that is %s, %s: %s", (status, decision, then) => {
  expect(retirementLeadsTo[status][decision]).toBe(then);
});
