import { expect, test } from "vitest";
import { issuedSums, issuedYears } from "./sums.ts";

const issued = (vintageYear: number, retired: number, remaining: number) => ({
  vintageYear,
  issued: retired + remaining,
  retired,
  remaining,
});

test("what was issued of all vintages is summed, retired and not retired apart", () => {
  expect(issuedSums([issued(2021, 30, 70), issued(2022, 5, 10)])).toEqual({
    issued: 115,
    retired: 35,
    remaining: 80,
  });
});

test.each([
  [[2021], { count: 1, years: "2021" }],
  [[2023, 2015, 2019], { count: 3, years: "2015–2023" }],
])("the vintages %j are said as %j", (years, said) => {
  expect(issuedYears(years.map((year) => issued(year, 1, 1)))).toEqual(said);
});
