import { expect, test } from "vitest";
import { covers, openCents } from "./payments.rules.ts";

test.each([
  ["AWAITING_APPROVAL", 1000, 0, 0],
  ["AWAITING_PAYMENT", 1000, 0, 1000],
  ["AWAITING_PAYMENT", 1000, 400, 600],
  ["AWAITING_PAYMENT", 1000, -50, 1050],
  ["AWAITING_PAYMENT", 1000, 1001, 0],
  ["PAID", 1000, 995, 0],
  ["REJECTED", 1000, 400, 0],
] as const)(
  "%s over %i cents with %i kept: %i are open",
  (status, grossCents, netReceivedCents, open) => {
    expect(openCents({ status, grossCents, netReceivedCents })).toBe(open);
  },
);

test.each([
  [1000, 1000, 0, true],
  [999, 1000, 0, false],
  [1001, 1000, 0, true],
  [990, 1000, 10, true],
  [989, 1000, 10, false],
])("%i kept of %i with an allowance of %i: paid is %s", (kept, gross, allowance, paid) => {
  expect(covers(kept, gross, allowance)).toBe(paid);
});
