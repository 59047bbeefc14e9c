import fc from "fast-check";
import { expect, it } from "vitest";
import { numeral } from "./numerals.ts";

const cases = [
  { minDecimals: 0, maxDecimals: 0 },
  { minDecimals: 2, maxDecimals: 2 },
  { minDecimals: 0, maxDecimals: 2 },
  { minDecimals: 0, maxDecimals: 3 },
];

it("matches the browser's own number format", () => {
  // From a hundred billion on, floating-point numbers can no longer represent all thousandths.
  const largest = 10 ** 13;
  const cents = fc.integer({ min: -largest, max: largest }).map((each) => each / 100);
  const written = fc.oneof(fc.integer(), cents);
  for (const { minDecimals, maxDecimals } of cases) {
    const format = new Intl.NumberFormat("en", {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    });
    fc.assert(
      fc.property(written, (value) => {
        expect(numeral(value, { minDecimals, maxDecimals })).toBe(format.format(value));
      }),
    );
  }
});

it("drops trailing zeros beyond the minimum of decimals", () => {
  expect(numeral(1234.5)).toBe("1,235");
  expect(numeral(1234.5, { minDecimals: 2 })).toBe("1,234.50");
  expect(numeral(8.1, { maxDecimals: 2 })).toBe("8.1");
  expect(numeral(100, { maxDecimals: 2 })).toBe("100");
});
