import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import { expect, test } from "vitest";
import { mayDecide, rulesMet, statusOf } from "./approvals.rules.ts";

const checkout = {
  netCents: 1_000_000,
  tonnes: 500,
  hasExAnte: false,
  lacksLabel: false,
  leftCents: null as number | null,
};

test.each<[string, ApprovalRule, Partial<typeof checkout>, boolean]>([
  ["an amount below the limit", { kind: "AMOUNT", over: 10_000.01 }, {}, false],
  ["the very limit", { kind: "AMOUNT", over: 10_000 }, {}, false],
  ["a cent above it", { kind: "AMOUNT", over: 9_999.99 }, {}, true],
  [
    "a limit that is no exact binary fraction",
    { kind: "AMOUNT", over: 1.15 },
    { netCents: 115 },
    false,
  ],
  ["as many tonnes", { kind: "TONNES", over: 500 }, {}, false],
  ["a tonne more", { kind: "TONNES", over: 499 }, {}, true],
  ["issued credits", { kind: "EX_ANTE" }, {}, false],
  ["expected credits", { kind: "EX_ANTE" }, { hasExAnte: true }, true],
  ["projects with labels", { kind: "WITHOUT_LABEL" }, {}, false],
  ["a project without one", { kind: "WITHOUT_LABEL" }, { lacksLabel: true }, true],
  ["no budget", { kind: "OVER_BUDGET" }, {}, false],
  ["all that is left", { kind: "OVER_BUDGET" }, { leftCents: 1_000_000 }, false],
  ["a budget of which nothing is left", { kind: "OVER_BUDGET" }, { leftCents: 0 }, true],
  ["an overdrawn budget", { kind: "OVER_BUDGET" }, { leftCents: -1, netCents: 0 }, true],
  [
    "nothing to pay of a spent budget",
    { kind: "OVER_BUDGET" },
    { leftCents: 0, netCents: 0 },
    false,
  ],
  ["a cent more than is left", { kind: "OVER_BUDGET" }, { leftCents: 999_999 }, true],
])("%s against %o", (_what, rule, part, met) => {
  expect(rulesMet([rule], { ...checkout, ...part })).toEqual(met ? [rule] : []);
});

test("All rules that apply are returned, in their order", () => {
  const rules: ApprovalRule[] = [
    { kind: "TONNES", over: 1 },
    { kind: "EX_ANTE" },
    { kind: "AMOUNT", over: 1 },
  ];
  expect(rulesMet(rules, checkout)).toEqual([rules[0], rules[2]]);
});

test.each([
  ["OWNER", 2, true],
  ["APPROVER", 2, true],
  ["BUYER", 2, false],
  ["ACCOUNTANT", 2, false],
  ["VIEWER", 2, false],
  ["OWNER", 1, false],
  ["APPROVER", 1, false],
])("%s %i on a request of 1", (role, userId, may) => {
  expect(mayDecide({ userId, role }, 1)).toBe(may);
});

test.each([
  ["PENDING", false, "PENDING"],
  ["PENDING", true, "EXPIRED"],
  ["APPROVED", true, "APPROVED"],
  ["REFUSED", false, "REFUSED"],
])("a request that is %s, its time being up: %s, is shown as %s", (status, hasEnded, shown) => {
  expect(statusOf({ status, has_ended: hasEnded })).toBe(shown);
});
