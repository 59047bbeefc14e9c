import { expect, test } from "vitest";
import { quoteNumber, statusOf, validUntil } from "./quotes.rules.ts";

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

test("An offer holds as long as the first of its holds", () => {
  const items = [
    { reservedTo: "2026-11-22T12:30:00Z" },
    { reservedTo: "2026-11-22T12:10:00Z" },
    { reservedTo: null },
  ];
  expect(validUntil(items, at("13:00:00"))).toEqual(at("12:10:00"));
  expect(validUntil([{ reservedTo: null }], at("13:00:00"))).toEqual(at("13:00:00"));
});

test.each([
  [null, "12:00:00", "11:59:59", "OPEN"],
  [null, "12:00:00", "12:00:00", "EXPIRED"],
  [7, "12:00:00", "13:00:00", "ORDERED"],
])("Ordered as %s, valid until %s, it is %s: %s", (orderId, until, now, status) => {
  expect(statusOf({ orderId, validUntil: at(until) }, at(now))).toBe(status);
});

test("Its number has the year and six digits", () => {
  expect(quoteNumber(123, at("00:00:00"))).toBe("Q-2026-000123");
});
