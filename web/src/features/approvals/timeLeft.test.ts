import { expect, test } from "vitest";
import { timeLeft } from "./timeLeft.ts";

const until = "2026-11-27T14:32:00.000Z";

test.each([
  ["five days before", "2026-11-22T14:32:00Z", [5, 0, 0], false],
  ["a second later", "2026-11-22T14:32:01Z", [4, 23, 59], false],
  ["a whole day before", "2026-11-26T14:32:00Z", [1, 0, 0], false],
  ["on the last day", "2026-11-26T14:32:01Z", [0, 23, 59], true],
  ["at its end", "2026-11-27T14:32:00Z", [0, 0, 0], true],
  ["after it", "2026-11-28T14:32:00Z", [0, 0, 0], true],
])("The time left of a hold, %s", (_when, now, [days, hours, minutes], isLastDay) => {
  expect(timeLeft(until, Date.parse(now))).toEqual({ days, hours, minutes, isLastDay });
});
