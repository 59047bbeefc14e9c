import { expect, test } from "vitest";
import { issuedSums, issuedYears, retiredBeyond, retiredByYear } from "./sums.ts";

const issued = (vintageYear: number, retired: number, remaining: number) => ({
  vintageYear,
  issued: retired + remaining,
  retired,
  remaining,
});

test("issued tonnes are summed over all vintages, with retired and remaining apart", () => {
  expect(issuedSums([issued(2021, 30, 70), issued(2022, 5, 10)])).toEqual({
    issued: 115,
    retired: 35,
    remaining: 80,
  });
});

test.each([
  [[30, 25], 20],
  [[30, 5], 0],
  [[30], -5],
])("retirements by year of %j exceed those of the vintages by %d", (years, beyond) => {
  const issuance = [issued(2021, 30, 70), issued(2022, 5, 10)];
  const retirements = years.map((tonnes, at) => ({ year: 2021 + at, tonnes }));
  expect(retiredBeyond({ issuance, retirements })).toBe(beyond);
});

test.each([
  [[2021], { count: 1, years: "2021" }],
  [[2023, 2015, 2019], { count: 3, years: "2015–2023" }],
])("vintages of %j are summarized as %j", (years, expected) => {
  expect(issuedYears(years.map((year) => issued(year, 1, 1)))).toEqual(expected);
});

test.each([
  [[], []],
  [[2021], [2021]],
  [
    [2021, 2022],
    [2021, 2022],
  ],
  [
    [2017, 2019, 2022],
    [2017, 2018, 2019, 2020, 2021, 2022],
  ],
])("retirements in %j are shown for %j, with 0 in the years between", (years, shown) => {
  const retirements = years.map((year) => ({ year, tonnes: year - 2000 }));
  expect(retiredByYear(retirements)).toEqual(
    shown.map((year) => ({ year, tonnes: years.includes(year) ? year - 2000 : 0 })),
  );
});
