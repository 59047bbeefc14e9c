import fc from "fast-check";
import { expect, test } from "vitest";
import { needsVatCheck, paymentReference, vatAt } from "./orders.rules.ts";

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

/** ISO 7064 mod 97-10 as banks check it: the first four characters moved to the end, letters as numbers, remainder 1. */
const isValid = (reference: string) => {
  const turned = reference.slice(4) + reference.slice(0, 4);
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
};

test("The example reference of ISO 11649 has valid check digits", () => {
  expect(paymentReference(539007547034)).toBe("RF18539007547034");
});

test("Every order's reference passes a bank's check, and a mistyped digit fails it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2147483647 }), fc.nat(), (orderId, at) => {
      const reference = paymentReference(orderId);
      expect(reference).toMatch(/^RF\d{2}\d{1,10}$/);
      expect(isValid(reference)).toBe(true);
      const index = 4 + (at % (reference.length - 4));
      const wrong = (Number(reference[index]) + 1) % 10;
      expect(isValid(reference.slice(0, index) + wrong + reference.slice(index + 1))).toBe(false);
    }),
  );
});

test.each([
  [1000, 20, 200, 1200],
  // Half a cent is rounded up.
  [50, 19, 10, 60],
  [49, 19, 9, 58],
  [1000, 0, 0, 1000],
])("%d cents net at %d %% have %d cents VAT, %d in total", (net, percent, vat, gross) => {
  expect(vatAt(net, percent)).toEqual({
    vat_percent: percent,
    vat_cents: vat,
    gross_cents: gross,
  });
});
