import { describe, expect, test } from "vitest";
import { runningTotals } from "./portfolio.rules.ts";

describe("The course of a portfolio", () => {
  const bought = { from: "2025-10-01", purchased: 100, inProgress: 0, retired: 0 };

  test("of a buyer without any movement is empty", () => {
    expect(runningTotals([], "2026-05-05")).toEqual([]);
  });

  test("has every quarter up to the present one, those without a movement too", () => {
    const last = { from: "2026-04-01", purchased: 10, inProgress: 5, retired: 20 };
    expect(runningTotals([bought, last], "2026-06-30")).toEqual([
      { from: "2025-10-01", purchased: 100, inProgress: 0, retired: 0, available: 100 },
      { from: "2026-01-01", purchased: 100, inProgress: 0, retired: 0, available: 100 },
      { from: "2026-04-01", purchased: 110, inProgress: 5, retired: 20, available: 85 },
    ]);
  });

  test("moves what is in progress to retired, or back", () => {
    const asked = { from: "2026-01-01", purchased: 0, inProgress: 30, retired: 0 };
    const done = { from: "2026-04-01", purchased: 0, inProgress: -30, retired: 20 };
    const course = runningTotals([bought, asked, done], "2026-04-01");
    expect(course.map(({ available }) => available)).toEqual([100, 70, 80]);
    expect(course.at(-1)).toMatchObject({ inProgress: 0, retired: 20 });
  });

  test("begins with the present quarter when nothing was bought before", () => {
    const [only, ...more] = runningTotals([bought], "2025-12-31");
    expect(only).toMatchObject({ from: "2025-10-01", available: 100 });
    expect(more).toEqual([]);
  });
});
