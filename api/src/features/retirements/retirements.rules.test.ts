import { expect, test } from "vitest";
import { afterRetirementDecision } from "./retirements.rules.ts";

test.each([
  ["RETIREMENT_IN_PROGRESS", "complete", "RETIRED"],
  ["RETIREMENT_IN_PROGRESS", "decline", "DECLINED"],
  ["RETIRED", "complete", undefined],
  ["RETIRED", "decline", undefined],
  ["DECLINED", "complete", undefined],
  ["DECLINED", "decline", undefined],
] as const)("A retirement that is %s, %s: %s", (status, decision, then) => {
  expect(afterRetirementDecision(status, decision)).toBe(then);
});
