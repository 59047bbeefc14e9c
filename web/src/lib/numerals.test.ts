import fc from "fast-check";
import { expect, it } from "vitest";
import { numeral } from "./numerals.ts";

const cases = [
  { least: 0, most: 0 },
  { least: 2, most: 2 },
  { least: 0, most: 2 },
  { least: 0, most: 3 },
];

it("matches the browser's own number format", () => {
  // From a hundred billion on, floating-point numbers can no longer represent all thousandths.
  const largest = 10 ** 13;
  const cents = fc.integer({ min: -largest, max: largest }).map((each) => each / 100);
  const written = fc.oneof(fc.integer(), cents);
  for (const { least, most } of cases) {
    const format = new Intl.NumberFormat("en", {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    fc.assert(
      fc.property(written, (value) => {
        expect(numeral(value, { least, most })).toBe(format.format(value));
      }),
    );
  }
});

it("drops trailing zeros beyond the minimum of decimals", () => {
  expect(numeral(1234.5)).toBe("1,235");
  expect(numeral(1234.5, { least: 2 })).toBe("1,234.50");
  expect(numeral(8.1, { most: 2 })).toBe("8.1");
  expect(numeral(100, { most: 2 })).toBe("100");
});
