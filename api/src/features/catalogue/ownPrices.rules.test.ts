import type { PriceListRule } from "@tonneline/contract/priceLists";
import { describe, expect, test } from "vitest";
import {
  matchesRule,
  lessPercent,
  ownPrice,
  shownPrice,
  type PricedVintage,
  type Terms,
} from "./ownPrices.rules.ts";

const vintage: PricedVintage = {
  year: 2021,
  creditType: "EX_POST",
  projectId: 1,
  projectTypeId: 2,
  registryId: 3,
  developerId: 4,
  countries: ["KE", "TZ"],
  listCents: 1000,
};

describe("A rule applies to a vintage", () => {
  test.each<[string, Partial<PriceListRule>, boolean]>([
    ["when it names nothing", {}, true],
    ["of its project", { project: [9, 1] }, true],
    ["not of another project", { project: [9] }, false],
    ["of its type", { projectType: [2] }, true],
    ["not of another type", { projectType: [3] }, false],
    ["of its registry", { registry: [3] }, true],
    ["not of another registry", { registry: [2] }, false],
    ["of its developer", { developer: [4] }, true],
    ["not of another developer", { developer: [3] }, false],
    ["of one of its countries", { country: ["TZ", "DE"] }, true],
    ["not of another country", { country: ["DE"] }, false],
    ["of its credit type", { creditType: ["EX_POST"] }, true],
    ["not of another credit type", { creditType: ["EX_ANTE"] }, false],
    ["of the first year", { yearFrom: 2021 }, true],
    ["not before the first year", { yearFrom: 2022 }, false],
    ["of the last year", { yearTo: 2021 }, true],
    ["not after the last year", { yearTo: 2020 }, false],
    ["when all of it is true", { projectType: [2], country: ["KE"], yearFrom: 2020 }, true],
    ["not when one of it is not", { projectType: [2], country: ["DE"], yearFrom: 2020 }, false],
  ])("%s", (_when, rule, meant) => {
    expect(matchesRule({ percent: 5, ...rule }, vintage)).toBe(meant);
  });
});

test.each([
  [1000, 5, 950],
  // 949.05 is rounded down, 959.5 up.
  [999, 5, 949],
  [1010, 5, 960],
  [1, 99.99, 1],
  [100_000_000, 0.01, 99_990_000],
])("%d cents less %d percent are %d", (price, percent, less) => {
  expect(lessPercent(price, percent)).toBe(less);
});

describe("A company buys", () => {
  const off = (percent: number, more: Partial<PriceListRule> = {}): Terms => ({
    rules: [{ percent, ...more }],
    cents: null,
  });
  const named = (cents: number): Terms => ({ rules: [], cents });
  test.each<[string, number | null, Terms[] | null, number | null]>([
    ["at the list price without a list", 1000, null, 1000],
    ["on request without a list and a price", null, null, null],
    ["for less by a rule", 1000, [off(10)], 900],
    ["at the list price where no rule is meant", 1000, [off(10, { project: [9] })], 1000],
    ["by the higher of two percentages", 1000, [off(10), off(12)], 880],
    [
      "by the higher one of a list",
      1000,
      [{ rules: [...off(12).rules, ...off(10).rules], cents: null }],
      880,
    ],
    ["at a named price", 1000, [named(850)], 850],
    ["never for more than the list price", 1000, [named(1001)], 1000],
    ["at a named price below a rule", 1000, [{ ...off(10), cents: 899 }], 899],
    ["by a rule below a named price", 1000, [{ ...off(10), cents: 901 }], 900],
    ["at a named price where there is no list price", null, [{ ...off(10), cents: 850 }], 850],
    ["on request where a list has only rules", null, [off(10)], null],
  ])("%s", (_how, listCents, terms, cents) => {
    expect(ownPrice({ ...vintage, listCents }, terms)).toBe(cents);
  });
});

test.each([
  [1000, 1000, { price: 10 }],
  [null, null, { price: null }],
  [900, 1000, { price: 9, listPrice: 10 }],
  [850, null, { price: 8.5, listPrice: null }],
])("%s cents of %s are shown as %j", (own, list, shown) => {
  expect(shownPrice(own, list)).toEqual(shown);
});
