import { afterEach, describe, expect, test, vi } from "vitest";
import { tokenFor } from "../test/tokens.ts";
import { ageInDays, dayAhead, daysBetween, instantOfDay, nextWorkingDay } from "./days.ts";
import { localShortDay, shortDay, today } from "./format.ts";
import { clearTokens, storeTokens } from "./session.ts";
import { seller } from "./sellerZone.ts";

describe("A named day", () => {
  afterEach(() => {
    seller.zone = "Europe/Berlin";
  });

  test("is the current time if it is today in the seller's zone", () => {
    const now = new Date("2026-12-31T23:30:00Z");
    expect(instantOfDay("2027-01-01", now)).toBe(now.toISOString());
    expect(instantOfDay("2026-12-31", now)).toBe("2026-12-31T12:00:00.000Z");
  });

  test.each(["Pacific/Pago_Pago", "America/New_York", "Europe/Berlin", "Pacific/Kiritimati"])(
    "falls on that day in %s",
    (zone) => {
      seller.zone = zone;
      for (const named of ["2026-01-01", "2026-07-01", "2028-02-29"])
        expect(today(new Date(instantOfDay(named)))).toBe(named);
    },
  );
});

test("days follow the server's clock if ours is wrong", () => {
  const serverAt = Date.now() + 3 * 86_400_000;
  storeTokens({ authToken: tokenFor({ nowMs: serverAt }), refreshToken: "refresh" });
  expect(today()).toBe(today(new Date(serverAt)));
  expect(ageInDays(new Date().toISOString())).toBeGreaterThanOrEqual(2);
  clearTokens();
  const nextYear = Date.now() + 366 * 86_400_000;
  storeTokens({ authToken: tokenFor({ nowMs: nextYear }), refreshToken: "refresh" });
  for (const text of [shortDay(today()), localShortDay(new Date(nextYear))])
    expect(text).toMatch(/^\d+ [A-Z][a-z]{2}$/);
  clearTokens();
});

test("an age counts the seller's days, whatever their length", () => {
  const now = Date.parse("2026-03-30T08:00:00Z");
  expect(ageInDays("2026-03-29T21:59:59Z", now)).toBe(1);
  expect(ageInDays("2026-03-29T22:00:00Z", now)).toBe(0);
  expect(ageInDays("2026-03-25T12:00:00Z", now)).toBe(5);
  expect(ageInDays("2026-03-31T12:00:00Z", now)).toBe(0);
});

test.each([
  ["2026-03-28", "2026-03-30", 2],
  ["2026-01-01", "2025-12-31", -1],
  ["2026-03-12", "2026-03-12", 0],
])("from %s to %s there are %i days, whatever the daylight saving", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

test("the next working day of a Friday, Saturday or Sunday is the Monday", () => {
  const days = ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-12-31"];
  expect(days.map(nextWorkingDay)).toEqual([
    "2026-11-20",
    "2026-11-23",
    "2026-11-23",
    "2026-11-23",
    "2027-01-01",
  ]);
});

describe("A day ahead", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["2026-12-31T22:30:00Z", 0, "2026-12-31"],
    ["2026-12-31T22:30:00Z", 90, "2027-03-31"],
    ["2026-12-31T23:30:00Z", 90, "2027-04-01"],
    ["2027-10-23T22:15:00Z", 8, "2027-11-01"],
  ])("at %s, %i days ahead in the seller's time zone is %s", (now, days, expected) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    expect(dayAhead(days)).toBe(expected);
  });
});
