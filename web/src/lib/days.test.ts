import { expect, test } from "vitest";
import { ageInDays, instantOfDay } from "./days.ts";

test("today stands for now, another day for its end", () => {
  const now = new Date(2026, 2, 17, 9, 30);
  expect(instantOfDay("2026-03-17", now)).toBe(now.toISOString());
  expect(instantOfDay("2026-03-16", now)).toBe(new Date(2026, 2, 16, 23, 59, 59).toISOString());
});

test("an age counts whole days", () => {
  const now = Date.parse("2026-03-17T12:00:00Z");
  expect(ageInDays("2026-03-12T12:00:01Z", now)).toBe(4);
  expect(ageInDays("2026-03-12T12:00:00Z", now)).toBe(5);
  expect(ageInDays("2026-03-18T12:00:00Z", now)).toBe(0);
});
