import { expect, test } from "vitest";
import { quarterName } from "./quarters.ts";

test("quarters are called by their number and year", () => {
  expect(["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01"].map(quarterName)).toEqual([
    "Q1 2025",
    "Q2 2025",
    "Q3 2025",
    "Q4 2025",
  ]);
});
