import { expect, test } from "vitest";
import { quarterOf, quartersUntil } from "./quarters.ts";

test.each([
  ["2026-01-01", "2026-Q1"],
  ["2026-03-31", "2026-Q1"],
  ["2026-04-01", "2026-Q2"],
  ["2026-12-31", "2026-Q4"],
])("%s is in %s", (day, quarter) => {
  expect(quarterOf(day)).toBe(quarter);
});

test("Quarters count back across the turn of the year", () => {
  expect(quartersUntil("2026-05-02", 3)).toEqual(["2026-Q2", "2026-Q1", "2025-Q4"]);
});
