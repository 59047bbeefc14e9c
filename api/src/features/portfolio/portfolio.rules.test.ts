import { describe, expect, test } from "vitest";
import { quarterOf, runningTotals } from "./portfolio.rules.ts";

test.each([
  ["2026-01-01T00:00:00Z", "2026-01-01"],
  ["2026-03-31T23:59:59Z", "2026-01-01"],
  ["2026-04-01T00:00:00Z", "2026-04-01"],
  ["2026-06-30T12:00:00Z", "2026-04-01"],
  ["2026-07-01T00:00:00Z", "2026-07-01"],
  ["2026-12-31T23:59:59Z", "2026-10-01"],
])("%s is in the quarter from %s on", (instant, from) => {
  expect(quarterOf(new Date(instant))).toBe(from);
});

describe("The course of a portfolio", () => {
  const bought = { from: "2025-10-01", purchased: 100, inProgress: 0, retired: 0 };

  test("of a buyer without any movement is empty", () => {
    expect(runningTotals([], new Date("2026-05-05T00:00:00Z"))).toEqual([]);
  });

  test("has every quarter up to the present one, those without a movement too", () => {
    const last = { from: "2026-04-01", purchased: 10, inProgress: 5, retired: 20 };
    expect(runningTotals([bought, last], new Date("2026-06-30T00:00:00Z"))).toEqual([
      { from: "2025-10-01", purchased: 100, inProgress: 0, retired: 0, available: 100 },
      { from: "2026-01-01", purchased: 100, inProgress: 0, retired: 0, available: 100 },
      { from: "2026-04-01", purchased: 110, inProgress: 5, retired: 20, available: 85 },
    ]);
  });

  test("moves what is in progress to retired, or back", () => {
    const asked = { from: "2026-01-01", purchased: 0, inProgress: 30, retired: 0 };
    const done = { from: "2026-04-01", purchased: 0, inProgress: -30, retired: 20 };
    const course = runningTotals([bought, asked, done], new Date("2026-04-01T00:00:00Z"));
    expect(course.map(({ available }) => available)).toEqual([100, 70, 80]);
    expect(course.at(-1)).toMatchObject({ inProgress: 0, retired: 20 });
  });

  test("begins with the present quarter when nothing was bought before", () => {
    const [only, ...more] = runningTotals([bought], new Date("2025-12-31T23:59:59Z"));
    expect(only).toMatchObject({ from: "2025-10-01", available: 100 });
    expect(more).toEqual([]);
  });
});
