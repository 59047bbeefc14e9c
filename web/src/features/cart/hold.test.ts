import { expect, test } from "vitest";
import { firstToExpire, holdAt } from "./hold.ts";

const now = Date.parse("2026-03-16T10:00:00Z");
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();

test("a hold is rounded to the nearest minute, and never shown as longer than it was set", () => {
  expect(holdAt(inSeconds(24 * 60), now)).toEqual({ state: "held", minutes: 24 });
  expect(holdAt(inSeconds(23 * 60 + 31), now)).toEqual({ state: "held", minutes: 24 });
  expect(holdAt(inSeconds(30 * 60 + 2), now)).toEqual({ state: "held", minutes: 30 });
});

test("below exactly five minutes it becomes late", () => {
  expect(holdAt(inSeconds(300), now)).toEqual({ state: "held", minutes: 5 });
  expect(holdAt(inSeconds(299), now)).toEqual({ state: "late", minutes: 5 });
  expect(holdAt(inSeconds(1), now)).toEqual({ state: "late", minutes: 1 });
});

test("at its end, and without one, nothing is held", () => {
  expect(holdAt(inSeconds(0), now)).toEqual({ state: "gone" });
  expect(holdAt(inSeconds(-90), now)).toEqual({ state: "gone" });
  expect(holdAt(null, now)).toEqual({ state: "gone" });
});

test("of several holds the first to expire counts, and an expired one before all others", () => {
  const long = holdAt(inSeconds(1200), now);
  const short = holdAt(inSeconds(120), now);
  const gone = holdAt(null, now);
  expect(firstToExpire([long, short])).toBe(short);
  expect(firstToExpire([long, gone, short])).toBe(gone);
  expect(firstToExpire([])).toBeUndefined();
});
