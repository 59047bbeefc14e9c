import { expect, test } from "vitest";
import { needsVatCheck } from "./orders.rules.ts";

test.each([
  ["AE", true],
  ["S", false],
  ["O", false],
] as const)(
  "An order of the VAT category %s needs a check of its number: %s",
  (category, needed) => {
    expect(needsVatCheck(category)).toBe(needed);
  },
);
