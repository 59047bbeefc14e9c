import { expect, test } from "vitest";
import { dayIn } from "./days.ts";
import { timeZone } from "./settings.ts";

test.each([
  ["2026-12-31T22:59:59.999Z", "Europe/Berlin", "2026-12-31"],
  ["2026-12-31T23:00:00Z", "Europe/Berlin", "2027-01-01"],
  ["2026-12-31T23:30:00Z", "UTC", "2026-12-31"],
  ["2026-06-30T22:00:00Z", "Europe/Berlin", "2026-07-01"],
  ["2026-06-30T21:59:59Z", "Europe/Berlin", "2026-06-30"],
  ["2027-01-01T04:30:00Z", "America/New_York", "2026-12-31"],
  ["2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01"],
  ["2028-02-29T12:00:00Z", "Europe/Berlin", "2028-02-29"],
])("%s is in %s on %s", (at, zone, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

test.each([
  ["Europe/Berlin", true],
  ["America/Argentina/Buenos_Aires", true],
  ["UTC", true],
  [" Europe/Berlin ", true],
  ["Europe/Atlantis", false],
  ["+01:00", false],
  ["CET+1", false],
  ["", false],
])("%j is a time zone: %s", (name, is) => {
  expect(timeZone.safeParse(name).success).toBe(is);
});
