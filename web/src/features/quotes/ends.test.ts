import { expect, test } from "vitest";
import { endsAt } from "./ends.ts";

test.each([
  [new Date(2027, 4, 1, 0, 0), "30 Apr 2027, 24:00"],
  [new Date(2027, 0, 1, 0, 0, 30), "31 Dec 2026, 24:00"],
  [new Date(2027, 4, 1, 0, 1), "1 May 2027, 00:01"],
  [new Date(2027, 3, 30, 23, 59), "30 Apr 2027, 23:59"],
])("%s ends at %s", (at, expected) => {
  expect(endsAt(at.toISOString())).toBe(expected);
});
