import { expect, test } from "vitest";
import { paymentReference } from "../orders/orders.rules.ts";
import { isCreditorReference, numbersIn, referencesIn } from "./references.rules.ts";

test.each([
  ["RF18539007547034", true],
  ["RF19539007547034", false],
  ["RF18", false],
  ["XF18539007547034", false],
  ["RF183Z9007547034", false],
  [paymentReference(10_493), true],
])("%s is a creditor reference: %s", (text, fits) => {
  expect(isCreditorReference(text)).toBe(fits);
});

test("A reference is found in any spacing, whatever surrounds it", () => {
  const reference = paymentReference(10_493);
  const spaced = `${reference.slice(0, 4)} ${reference.slice(4)}`;
  for (const text of [
    reference,
    spaced,
    `INVOICE ${spaced} THANKS`,
    `ref.${spaced.toLowerCase()}/2026`,
    `${reference}RG2026-000016`,
  ]) {
    expect(referencesIn(text).flat(), text).toContain(reference);
  }
  expect(referencesIn("RF00 10493")).toEqual([]);
  expect(referencesIn("nothing here")).toEqual([]);
});

test("Two references in one text are both found", () => {
  const [one, other] = [paymentReference(10_001), paymentReference(10_002)];
  const found = referencesIn(`${one} + ${other}`);
  expect(found.flat()).toEqual(expect.arrayContaining([one, other]));
});

test("Invoice and order numbers are read from a text", () => {
  expect(numbersIn("RG 2025-000461 Dez, betaling 10431 + 10497 and 10431")).toEqual({
    invoices: ["2025-000461"],
    orders: [10_431, 10_497],
  });
  expect(numbersIn("FACTURA 402 of 1234567890")).toEqual({ invoices: [], orders: [] });
});
