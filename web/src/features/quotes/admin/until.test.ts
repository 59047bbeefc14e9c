import { afterEach, expect, test, vi } from "vitest";
import { dayAhead } from "./until.ts";

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["2026-12-31T22:30:00Z", 0, "2026-12-31"],
  ["2026-12-31T22:30:00Z", 90, "2027-03-31"],
  ["2026-12-31T23:30:00Z", 90, "2027-04-01"],
  ["2027-10-23T22:15:00Z", 8, "2027-11-01"],
])("At %s, %i days ahead in the seller's time zone is %s", (now, days, expected) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  expect(dayAhead(days)).toBe(expected);
});
