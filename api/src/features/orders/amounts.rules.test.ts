import { expect, test } from "vitest";
import { amountIn, amountWord } from "./amounts.rules.ts";

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
])("%s is no amount", (_, typed) => expect(amountIn(typed)).toBeUndefined());

test("an amount stands among an order's words in letters", () => {
  expect(amountWord(1_234_567_890)).toBe("=bcdefghija=");
});
