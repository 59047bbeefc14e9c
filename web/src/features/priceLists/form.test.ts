import type { PriceList } from "@tonneline/contract/priceLists";
import { expect, test } from "vitest";
import { bodyOf, emptyRule, textsOf } from "./form.ts";

const saved = {
  id: 1,
  name: "Partners",
  version: 1,
  validFrom: "2026-11-01",
  validUntil: "2027-10-31",
  companies: [{ id: 7, name: "Lumenhof" }],
  rules: [
    { percent: 7.5, registry: [2], country: ["DE", "NO"], creditType: ["EX_POST"] },
    { percent: 10, project: [9], yearFrom: 2019, yearTo: 2022 },
  ],
  prices: [{ id: 4, own: 12.5, project: { id: 9, name: "Peat" }, year: 2022 }],
} as unknown as PriceList;

test("an unedited list is saved unchanged", () => {
  const { id: _, version: __, companies: ___, prices: ____, ...rest } = saved;
  const texts = textsOf(saved, "2026-12-01");
  expect(texts.prices[0]?.own).toBe("12.50");
  expect(bodyOf(texts).data).toEqual({
    ...rest,
    companies: [7],
    prices: [{ vintageId: 4, price: 12.5 }],
  });
});

test("a new list starts today and has no end; figures may have a decimal comma and a percent sign", () => {
  const texts = textsOf(undefined, "2026-12-01");
  const rules = [{ ...emptyRule, percent: "7,5 %", yearFrom: " 2020 " }];
  const price = { ...textsOf(saved, "2026-12-01").prices[0]!, own: "12,50" };
  expect(bodyOf({ ...texts, name: "Partners", rules, prices: [price] }).data).toEqual({
    name: "Partners",
    validFrom: "2026-12-01",
    validUntil: null,
    companies: [],
    rules: [{ percent: 7.5, yearFrom: 2020 }],
    prices: [{ vintageId: 4, price: 12.5 }],
  });
});

test.each(["", "ten", "7.5.1", "7.125", "1e1", "%"])(
  "%j is no discount: error at its field",
  (percent) => {
    const texts = textsOf(saved, "2026-12-01");
    const rules = [{ ...emptyRule, percent }];
    const { error } = bodyOf({ ...texts, rules });
    const message = "Enter a percentage from 0.01 to 99.99, with at most two decimals";
    expect(error?.issues).toMatchObject([{ path: ["rules", 0, "percent"], message }]);
  },
);

test("a rule must not end before it starts: error at its field", () => {
  const texts = textsOf(saved, "2026-12-01");
  const rule = { ...emptyRule, percent: "5", yearFrom: "2022" };
  const issuesOf = (yearTo: string) =>
    bodyOf({ ...texts, rules: [{ ...rule, yearTo }] }).error?.issues;
  const message = "The last year is before the first";
  expect(issuesOf("2019")).toMatchObject([{ path: ["rules", 0, "yearTo"], message }]);
  expect(issuesOf("2022")).toBeUndefined();
});

test.each(["2,020", "20", "2019.5", "1989"])("%j is no year: error at its field", (yearFrom) => {
  const texts = textsOf(saved, "2026-12-01");
  const { error } = bodyOf({ ...texts, rules: [{ ...emptyRule, percent: "5", yearFrom }] });
  const message = "Enter a year from 1990 to 2100";
  expect(error?.issues).toMatchObject([{ path: ["rules", 0, "yearFrom"], message }]);
});
