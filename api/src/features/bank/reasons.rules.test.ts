import { expect, test } from "vitest";
import { explained, reasonInWords } from "./reasons.rules.ts";

test.each([
  ["AC01", "AC01, wrong account number"],
  ["AC04", "AC04, account closed"],
  ["AM04", "AM04, not enough money in our account"],
  ["MD07", "MD07, account holder deceased"],
  ["XX77", "XX77"],
  ["", ""],
])("The code %j means %j", (code, expected) => {
  expect(reasonInWords(code)).toBe(expected);
});

test.each([
  ["AC04", "AC04, account closed"],
  ["AC04 Konto erloschen", "AC04, account closed: Konto erloschen"],
  ["CUST", "CUST, requested by us"],
  ["reversed", "reversed"],
  ["AC04X", "AC04X"],
  ["XX77 Sonstiges", "XX77 Sonstiges"],
  ["Konto erloschen", "Konto erloschen"],
])("The reason %j is explained as %j", (reason, expected) => {
  expect(explained(reason)).toBe(expected);
});
