import { expect, test } from "vitest";
import { daysAfter, nextQuarter, quarterOf } from "./days.ts";

test.each([
  ["2026-01-01", "2026-01-01"],
  ["2026-03-31", "2026-01-01"],
  ["2026-04-01", "2026-04-01"],
  ["2026-06-30", "2026-04-01"],
  ["2026-07-01", "2026-07-01"],
  ["2026-09-30", "2026-07-01"],
  ["2026-10-01", "2026-10-01"],
  ["2026-12-31", "2026-10-01"],
])("%s is in the quarter that begins on %s", (day, from) => {
  expect(quarterOf(day)).toBe(from);
});

test("After the last quarter of a year comes the first of the next", () => {
  const quarters = ["2027-01-01", "2027-04-01", "2027-07-01", "2027-10-01", "2028-01-01"];
  expect(quarters.slice(0, 4).map(nextQuarter)).toEqual(quarters.slice(1));
  expect(nextQuarter("2028-01-01")).toBe("2028-04-01");
});

test.each([
  ["2026-01-01", 0, "2026-01-01"],
  ["2026-01-31", 1, "2026-02-01"],
  ["2026-02-28", 1, "2026-03-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-03-28", 14, "2026-04-11"],
  ["2026-10-25", 30, "2026-11-24"],
  ["2026-03-01", -1, "2026-02-28"],
])("%s plus %d days is %s", (day, days, then) => {
  expect(daysAfter(day, days)).toBe(then);
});
