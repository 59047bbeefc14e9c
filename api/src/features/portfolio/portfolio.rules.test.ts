import { describe, expect, test } from "vitest";
import { runningTotals, stillToBuy } from "./portfolio.rules.ts";

describe("The history of a portfolio", () => {
  const bought = { from: "2025-10-01", purchased: 100, inProgress: 0, retired: 0, expected: 40 };

  test("is empty for a buyer without any movement", () => {
    expect(runningTotals([], { today: "2026-05-05", available: 0, expected: 0 })).toEqual([]);
  });

  test("has every quarter up to the current one, including those without a movement", () => {
    const last = { from: "2026-04-01", purchased: 10, inProgress: 5, retired: 20, expected: -30 };
    const now = { available: 85, expected: 10 };
    expect(runningTotals([bought, last], { today: "2026-06-30", ...now })).toEqual([
      {
        from: "2025-10-01",
        purchased: 100,
        inProgress: 0,
        retired: 0,
        available: 100,
        expected: 40,
      },
      {
        from: "2026-01-01",
        purchased: 100,
        inProgress: 0,
        retired: 0,
        available: 100,
        expected: 40,
      },
      {
        from: "2026-04-01",
        purchased: 110,
        inProgress: 5,
        retired: 20,
        available: 85,
        expected: 10,
      },
    ]);
  });

  test("moves tonnes from in progress to retired, or back", () => {
    const asked = { from: "2026-01-01", purchased: 0, inProgress: 30, retired: 0, expected: 0 };
    const done = { from: "2026-04-01", purchased: 0, inProgress: -30, retired: 20, expected: 0 };
    const now = { available: 80, expected: 40 };
    const course = runningTotals([bought, asked, done], { today: "2026-04-01", ...now });
    expect(course.map(({ available }) => available)).toEqual([100, 70, 80]);
    expect(course.at(-1)).toMatchObject({ inProgress: 0, retired: 20 });
  });

  test("is never negative for a member who retired what colleagues bought, and ends with what is held", () => {
    const own = { from: "2025-10-01", purchased: 2, inProgress: 0, retired: 0, expected: 0 };
    const theirs = { from: "2026-01-01", purchased: 0, inProgress: 0, retired: 6, expected: 0 };
    const now = { available: 2, expected: 0 };
    const course = runningTotals([own, theirs], { today: "2026-04-01", ...now });
    expect(course.map(({ available }) => available)).toEqual([2, 0, 2]);
  });

  test("never has more expected than available tonnes for a member, whatever they retired of colleagues' purchases", () => {
    const own = { from: "2025-10-01", purchased: 9, inProgress: 0, retired: 0, expected: 9 };
    const theirs = { from: "2026-01-01", purchased: 0, inProgress: 0, retired: 6, expected: 0 };
    const back = { from: "2026-04-01", purchased: -9, inProgress: 0, retired: 0, expected: -11 };
    const now = { available: 0, expected: 0 };
    const course = runningTotals([own, theirs, back], { today: "2026-07-01", ...now });
    expect(course.map(({ available, expected }) => [available, expected])).toEqual([
      [9, 9],
      [9, 9],
      [0, 0],
      [0, 0],
    ]);
  });

  test("starts with the current quarter if nothing was bought before", () => {
    const now = { available: 100, expected: 40 };
    const [only, ...more] = runningTotals([bought], { today: "2025-12-31", ...now });
    expect(only).toMatchObject({ from: "2025-10-01", available: 100 });
    expect(more).toEqual([]);
  });
});

test.each([
  [4000, 610, 270, 2940, 180],
  [4000, 4000, 0, 0, 0],
  [4000, 3999, 0, 0, 1],
  // More than the target leaves nothing to buy.
  [100, 90, 20, 500, 0],
  [100, 0, 0, 0, 100],
])(
  "with a target of %i t, %i retired, %i in progress and %i held, %i are still to be bought",
  (tonnes, retired, inProgress, held, left) => {
    expect(stillToBuy({ tonnes, retired, inProgress, held })).toBe(left);
  },
);
