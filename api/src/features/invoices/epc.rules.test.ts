import { describe, expect, test } from "vitest";
import { epcText, type TransferFacts } from "./epc.rules.ts";

const invoice: TransferFacts = {
  kind: "INVOICE",
  grossCents: 123_405,
  paymentReference: "RF18539007547034",
  seller: { name: "Tonneline GmbH" },
  bank: { name: "A bank", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
};
const lines = (changes: Partial<TransferFacts>) => epcText({ ...invoice, ...changes })?.split("\n");

test("The code contains the payee, the amount and the reference", () => {
  expect(lines({})).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Tonneline GmbH",
    "DE89370400440532013000",
    "EUR1234.05",
    "",
    "RF18539007547034",
  ]);
});

describe("A sum", () => {
  test.each([
    ["of one cent is written with both places", 1, "EUR0.01"],
    ["of a whole euro as well", 100, "EUR1.00"],
    ["of 999,999,999.99 € is the most that a code takes", 99_999_999_999, "EUR999999999.99"],
  ])("%s", (_which, grossCents, amount) => {
    expect(lines({ grossCents })?.[7]).toBe(amount);
  });

  test.each([
    ["of nothing", 0],
    ["below nothing", -1],
    ["of one cent more than the most", 100_000_000_000],
  ])("%s has no code", (_which, grossCents) => {
    expect(lines({ grossCents })).toBeUndefined();
  });
});

test("The code only asks for the rest of a partly paid invoice, and a fully paid one has none", () => {
  expect(lines({ paidCents: 23_405 })?.[7]).toBe("EUR1000.00");
  expect(lines({ paidCents: 123_405 })).toBeUndefined();
});

test("A credit note has no code, since nothing is to be paid", () => {
  expect(lines({ kind: "CREDIT_NOTE" })).toBeUndefined();
});

test("A name is cut after 70 characters, never within one", () => {
  expect(lines({ seller: { name: "🌳".repeat(71) } })?.[5]).toBe("🌳".repeat(70));
  expect(lines({ seller: { name: "n".repeat(70) } })?.[5]).toBe("n".repeat(70));
});
