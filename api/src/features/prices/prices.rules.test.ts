import { describe, expect, test } from "vitest";
import { priceAfter, readRow } from "./prices.rules.ts";

describe("a rule", () => {
  test.each([
    ["PERCENT", 5, 1000, 1050],
    ["PERCENT", -5, 1000, 950],
    // Half a cent is rounded up, anything less down.
    ["PERCENT", 5, 1010, 1061],
    ["PERCENT", 5, 1009, 1059],
    ["PERCENT", 0.01, 5000, 5001],
    ["PERCENT", 0.01, 4999, 4999],
    ["PERCENT", -100, 1000, undefined],
    ["EUROS", 0.5, 1000, 1050],
    ["EUROS", -9.99, 1000, 1],
    ["EUROS", -10, 1000, undefined],
    ["EUROS", 1, 99_999_900, 100_000_000],
    ["EUROS", 1.01, 99_999_900, undefined],
  ] as const)("of %s %d changes %d cents to %s", (kind, by, cents, after) => {
    expect(priceAfter(cents, { kind, by })).toBe(after);
  });
});

describe("a row of a file", () => {
  test.each([
    ["17", "12.50", { id: 17, cents: 1250 }],
    [" 17 ", "€1.137,50", { id: 17, cents: 113_750 }],
    ["17", "0.01", { id: 17, cents: 1 }],
    ["17", "1000000", { id: 17, cents: 100_000_000 }],
    ["17", "", { why: "The price is missing." }],
    ["17", "0", { why: "“0” is not a price from €0.01 to €1,000,000.00." }],
    ["17", "1000000.01", { why: "“1000000.01” is not a price from €0.01 to €1,000,000.00." }],
    ["17", "dear", { why: "“dear” is not a price from €0.01 to €1,000,000.00." }],
    ["0", "12.50", { why: "“0” is not the number of a vintage." }],
    ["x", "12.50", { why: "“x” is not the number of a vintage." }],
  ])("with %j and %j", (vintage, price, read) => {
    expect(readRow({ line: 2, vintage, price })).toEqual(read);
  });

  test("is refused if its price has two readings", () => {
    for (const price of ["1.120", " € 12.500 "])
      expect(readRow({ line: 2, vintage: "17", price })).toEqual({
        why: `“${price}” can be read in two ways: write thousands with a comma, and cents with two digits after a point.`,
      });
  });
});
