import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedPercent } from "./percents.ts";
import { hasTwoReadings, typedDecimal, typedEuros, typedTonnes } from "./typed.ts";

describe("Tonnes", () => {
  test.each([
    ["0", 0],
    ["40", 40],
    ["007", 7],
    ["1120", 1120],
    ["1,120", 1120],
    ["1 120", 1120],
    ["1\u00a0120", 1120],
    ["1\u202f120", 1120],
    ["1'120", 1120],
    ["1’120", 1120],
    [" 1,120 ", 1120],
    ["12 t", 12],
    ["1,120\u00a0t", 1120],
    ["12t", 12],
    ["１１２０", 1120],
    ["\u200b1,120\u200b", 1120],
    ["\u202a1120\u202c", 1120],
    ["1120\u200f t", 1120],
    ["1.120.000", 1_120_000],
    ["1,120,000", 1_120_000],
    ["2147483647", 2_147_483_647],
  ])("%j are %d", (text, tonnes) => expect(typedTonnes(text)).toBe(tonnes));

  test.each(["", "  ", "\u00a0"])("%j are blank", (text) => expect(typedTonnes(text)).toBeNull());

  test.each(
    [
      "1.120",
      "1.5",
      "1,5",
      "1,12",
      "1,120.50",
      "1.120,50",
      "1,120.000",
      "1.120,000",
      "1,2345",
      "0,500",
      "0.120.000",
    ].concat(
      ["1 120,000", "-3", "+3", "1e3", "0x10", "1,,120", "1,120,00", "½", "t", "twelve", "12 kg"],
      ["2147483648", "9999999999", "12345678901234567890"],
    ),
  )("%j are refused", (text) => expect(typedTonnes(text) ?? undefined).toBeUndefined());

  test("are parsed back from their English format", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2147483647 }), (tonnes) => {
        expect(typedTonnes(tonnes.toLocaleString("en"))).toBe(tonnes);
      }),
    );
  });
});

describe("Euros", () => {
  test.each([
    ["180", 180],
    ["24.50", 24.5],
    ["24,5", 24.5],
    ["0.05", 0.05],
    ["1,120", 1120],
    ["1 120", 1120],
    ["1\u00a0120.5", 1120.5],
    ["1,120.50", 1120.5],
    ["1.120,50", 1120.5],
    ["1'120.50", 1120.5],
    ["1.120.000", 1_120_000],
    ["€24.50", 24.5],
    ["€ 1,234.50", 1234.5],
    ["1.250,00 €", 1250],
    ["24 EUR", 24],
    ["２４.５０", 24.5],
    ["\ufeff€24.50\u200e", 24.5],
    ["9999999999", 9_999_999_999],
    ["90000000000000", 90_000_000_000_000],
  ])("%j are %d", (text, euros) => expect(typedEuros(text)).toBe(euros));

  test.each(["", " ", "€"])("%j are blank", (text) => expect(typedEuros(text)).toBeNull());

  test.each(
    [
      "1.120",
      "24.505",
      "0,125",
      "0 120,5",
      "1,2345",
      "1,120,50",
      "1.120.50",
      "1.2.3",
      "1,120 000",
      "-4",
      "1e3",
    ].concat(["abc", "12 t", "$4", "24.", ".5", "90000000000001"]),
  )("%j are refused", (text) => expect(typedEuros(text) ?? undefined).toBeUndefined());

  test("are parsed back from their English format, to the cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const written = (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
        expect(Math.round(typedEuros(`€${written}`)! * 100)).toBe(cents);
      }),
    );
  });
});

describe("Percents", () => {
  test.each([
    ["7,5", 7.5],
    ["7.5", 7.5],
    ["7,5 %", 7.5],
    [" 7.50 ", 7.5],
    ["7.5\u00a0%", 7.5],
    ["７．５％", 7.5],
    ["0", 0],
    ["100%", 100],
  ])("%j are %d", (text, percent) => expect(typedPercent(text)).toBe(percent));

  test.each(["", " ", "%"])("%j are blank", (text) => expect(typedPercent(text)).toBeNull());

  test.each(["7.125", "0,125", "1e1", "0x10", "-5", "7.", ".5", "7 %%", "%7", "€7", "ten"])(
    "%j are refused",
    (text) => expect(typedPercent(text) ?? undefined).toBeUndefined(),
  );
});

test("three digits after a separator are thousands, unless they cannot be", () => {
  expect(typedDecimal("1,440")).toBe(1440);
  expect(typedDecimal("0,500")).toBeUndefined();
  expect(["1.440", "0.500"].map(hasTwoReadings)).toEqual([true, false]);
});
