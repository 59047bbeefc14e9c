import { expect, test } from "vitest";
import { lastQuarters, partOf, quarterName } from "./quarters.ts";

const tonnes = { purchased: 10, inProgress: 1, retired: 2, available: 7, expected: 3 };
const none = { purchased: 0, inProgress: 0, retired: 0, available: 0, expected: 0 };

test("quarters are named by number and year", () => {
  expect(["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"].map(quarterName)).toEqual([
    "Q1 2025",
    "Q2 2025",
    "Q3 2025",
    "Q4 2025",
  ]);
});

test("the axis has the requested length: the last quarters, preceded by empty ones if needed", () => {
  const quarters = ["2025-10-01", "2026-01-01"].map((from) => ({ from, ...tonnes }));
  expect(lastQuarters(quarters, 1)).toEqual([{ from: "2026-01-01", ...tonnes }]);
  expect(lastQuarters(quarters, 5)).toEqual([
    { from: "2025-01-01", ...none },
    { from: "2025-04-01", ...none },
    { from: "2025-07-01", ...none },
    ...quarters,
  ]);
  expect(lastQuarters(quarters.slice(1), 2).map(({ from }) => from)).toEqual([
    "2025-10-01",
    "2026-01-01",
  ]);
  expect(lastQuarters([], 5)).toEqual([]);
});

test("expected tonnes are a separate part of the available ones", () => {
  const quarter = { from: "2026-01-01", ...tonnes };
  expect([partOf(quarter, "issued"), partOf(quarter, "expected")]).toEqual([4, 3]);
});
