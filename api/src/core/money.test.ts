import { describe, expect, test } from "vitest";
import { amountIn, cents, decimals, euros, formatEuros, eurosOrNone, vatCents } from "./money.ts";

describe("Value added tax", () => {
  test.each([
    ["of nothing is nothing", 0, 19, 0],
    ["of 100 € at 19 % is 19 €", 10_000, 19, 1_900],
    ["of half a cent is rounded up", 50, 1, 1],
    ["of just less than half a cent is rounded down", 49, 1, 0],
    ["of one and a half cents is two", 150, 1, 2],
    ["takes hundredths of a percent", 1_000_000, 7.25, 72_500],
    ["at 0 % is nothing", 123_456, 0, 0],
    ["at 8.1 % reads the rate as it is written, not as its double", 100_000, 8.1, 8_100],
    ["is exact where a double is not", 900_719_925_474_099, 19, 171_136_785_840_079],
  ])("%s", (_sentence, net, percent, expected) => {
    expect(vatCents(net, percent)).toBe(expected);
  });
});

test.each([
  [19.99, 1999],
  [0.29, 29],
  [1.15, 115],
  [4.35, 435],
  [0.01, 1],
  [0, 0],
  [123_456_789.01, 12_345_678_901],
])("%d € converts to %d cents and back, despite floating point errors", (inEuros, inCents) => {
  expect(cents(inEuros)).toBe(inCents);
  expect(euros(inCents)).toBe(inEuros);
});

test.each([
  ["1,137.50", 113_750],
  ["1137,5", 113_750],
  ["1137.5", 113_750],
  ["1.137,50", 113_750],
  ["€1,137.50", 113_750],
  ["1 137,50 €", 113_750],
  ["1'137.50", 113_750],
  ["EUR 1137", 113_700],
  ["1,137", 113_700],
  ["12,345,678.9", 1_234_567_890],
  ["0.05", 5],
  ["007", 700],
  ["0", 0],
])("%s is %i cents", (typed, amount) => expect(amountIn(typed)).toBe(amount));

test.each([
  ["nothing", ""],
  ["a sign alone", "€"],
  ["a name", "Brennvik"],
  ["thousands of two digits", "1,13,7"],
  ["four digits after a sign", "1,1375"],
  ["two decimal signs", "1.2.3"],
  ["thousands and decimals by one sign", "1.137.50"],
  ["three decimals", "1,137.505"],
  ["a reference", "RF45 10514 x"],
  ["less than nothing", "-5"],
])("%s is not an amount", (_, typed) => expect(amountIn(typed)).toBeUndefined());

test.each([
  [0, "0.00"],
  [7, "0.07"],
  [70, "0.70"],
  [123_450, "1234.50"],
  [Number.MAX_SAFE_INTEGER, "90071992547409.91"],
])("%d cents are %s in XML", (inCents, expected) => {
  expect(decimals(inCents)).toBe(expected);
});

test.each([
  [0, "€0.00"],
  [179_375, "€1,793.75"],
  [123_456_700, "€1,234,567.00"],
  [-500, "-€5.00"],
])("%d cents are %s in a sentence", (inCents, expected) => {
  expect(formatEuros(inCents)).toBe(expected);
});

test.each([
  [null, null],
  [0, 0],
  [1999, 19.99],
])("a price of %d cents is %d €, and null stays null", (inCents, inEuros) => {
  expect(eurosOrNone(inCents)).toBe(inEuros);
});
