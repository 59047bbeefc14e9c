import { expect, test } from "vitest";
import { monthBefore, monthOf, monthsUntil } from "./month.ts";

test("Months count back across the turn of the year", () => {
  expect(monthBefore("2026-01-31")).toBe("2025-12");
  expect(monthsUntil("2026-03-31", 4)).toEqual(["2026-03", "2026-02", "2026-01", "2025-12"]);
});

test("The month in the URL is valid or undefined", () => {
  expect(monthOf("2026-12")).toBe("2026-12");
  expect(monthOf("2026-13")).toBeUndefined();
  expect(monthOf(null)).toBeUndefined();
});
