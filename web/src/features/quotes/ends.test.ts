import { expect, test } from "vitest";
import { endsAt, endsAtShort } from "./ends.ts";

test.each([
  [new Date(2027, 4, 1, 0, 0), "30 Apr 2027, 24:00"],
  [new Date(2027, 0, 1, 0, 0, 30), "31 Dec 2026, 24:00"],
  [new Date(2027, 4, 1, 0, 1), "1 May 2027, 00:01"],
  [new Date(2027, 3, 30, 23, 59), "30 Apr 2027, 23:59"],
])("%s ends at %s", (at, expected) => {
  expect(endsAt(at.toISOString())).toBe(expected);
});

test("a dense list leaves out the current year, which an end at midnight may still belong to", () => {
  const now = new Date(2026, 10, 30);
  const ends = [new Date(2027, 0, 1, 0, 0), new Date(2027, 3, 30, 23, 59)];
  expect(ends.map((at) => endsAtShort(at.toISOString(), now))).toEqual([
    "31 Dec, 24:00",
    "30 Apr 2027, 23:59",
  ]);
});
