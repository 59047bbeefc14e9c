import { describe, expect, test } from "vitest";
import { cents, euros, vatCents } from "./money.ts";

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
])("%d € are %d cents and back, whatever the double makes of them", (inEuros, inCents) => {
  expect(cents(inEuros)).toBe(inCents);
  expect(euros(inCents)).toBe(inEuros);
});
