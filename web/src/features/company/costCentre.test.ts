import type { Budget } from "@tonneline/contract/approvalRules";
import { expect, test } from "vitest";
import { budgetNote } from "./costCentre.ts";

const budget = (costCentre: string, year: number, left: number): Budget => ({
  costCentre,
  year,
  amount: 5000,
  requested: 0,
  ordered: 5000 - left,
  paid: 0,
  left,
});
const budgets = [
  budget("4410", 2026, 1200),
  budget("4410", 2025, 9),
  budget("SPENT", 2026, -100),
  budget("NEXT", 2027, 5000),
  budget("IT dept", 2026, 10),
];

test.each([
  ["an order that fits", "4410", 1199.99, { amount: 5000, left: 1200, over: 0 }],
  ["an order of exactly what is left", " 4410 ", 1200, { amount: 5000, left: 1200, over: 0 }],
  ["a cent more", "4410", 1200.01, { amount: 5000, left: 1200, over: 0.01 }],
  ["a budget that is overdrawn already", "SPENT", 50, { amount: 5000, left: -100, over: 50 }],
  ["another spelling of a cost centre", "  it  dept ", 50, { amount: 5000, left: 10, over: 40 }],
  ["a cost centre of another year", "NEXT", 50, null],
  ["an unknown cost centre", "441", 50, null],
  ["no cost centre", " ", 50, undefined],
])("The note on a cost centre's budget: %s", (_what, typed, net, note) => {
  expect(budgetNote(budgets, typed, { year: 2026, net })).toEqual(note);
});

test("Without budgets in the year there is no note", () => {
  expect(budgetNote(budgets, "4410", { year: 2030, net: 50 })).toBeUndefined();
});
