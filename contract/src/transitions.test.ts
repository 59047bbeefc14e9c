import { expect, test } from "vitest";
import { isPossible, type Decision } from "./decisions.ts";
import { importDecisions, importStatuses } from "./imports.ts";
import { orderDecisions, orderStatuses } from "./orders.ts";
import { retirementDecisions } from "./managedRetirements.ts";
import { retirementStatuses } from "./retirements.ts";
import { supportDecisions, supportStatuses } from "./support.ts";

// Transitions not listed here are impossible.
const possible = {
  orders: [
    "AWAITING_APPROVAL, approve: AWAITING_PAYMENT",
    "AWAITING_APPROVAL, reject: REJECTED",
    "AWAITING_PAYMENT, pay: PAID",
    "AWAITING_PAYMENT, reject: REJECTED",
  ],
  retirements: [
    "RETIREMENT_IN_PROGRESS, complete: RETIRED",
    "RETIREMENT_IN_PROGRESS, confirm: RETIRED",
    "RETIREMENT_IN_PROGRESS, decline: DECLINED",
  ],
  imports: [
    "DRAFT, check: CHECKING",
    "CHECKING, stop: DRAFT",
    "CHECKED, check: CHECKING",
    "CHECKED, apply: IMPORTING",
    "IMPORTING, stop: CHECKED",
    "FAILED, check: CHECKING",
  ],
  // WAITING can only be set by a reply, which is not a decision.
  support: [
    "OPEN, done: DONE",
    "WAITING, done: DONE",
    "WAITING, reopen: OPEN",
    "DONE, reopen: OPEN",
  ],
};

test.each<[keyof typeof possible, readonly string[], Record<string, Decision>]>([
  ["orders", orderStatuses, orderDecisions],
  ["retirements", retirementStatuses, retirementDecisions],
  ["imports", importStatuses, importDecisions],
  ["support", supportStatuses, supportDecisions],
])("Decisions on %s have the listed transitions, and no others", (what, statuses, decisions) => {
  const found = statuses.flatMap((from) =>
    Object.entries(decisions)
      .filter(([, decision]) => isPossible(decision, from))
      .map(([name, { transitions }]) => `${from}, ${name}: ${transitions[from]}`),
  );
  expect(found).toEqual(possible[what]);
});
