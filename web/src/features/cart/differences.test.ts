import { expect, test } from "vitest";
import type { CartModel, CartReport, CartVintage } from "./cart.model.ts";
import { differencesOf } from "./differences.ts";

const vintage = {
  vintageId: 7,
  projectName: "Mangroves",
  year: 2022,
  creditType: "EX_POST",
  claimType: { id: "COMPENSATION", name: "Compensation claim" },
  impactType: { id: "REMOVAL", name: "Removal" },
  quantity: 10,
  price: 12,
  purchasable: true,
} as unknown as CartVintage;
const report = { reportId: 7, name: "Tenure", price: 50 } as CartReport;

const cartOf = (
  vintages: CartVintage[],
  reports: CartReport[] = [],
  changes: CartModel["changes"] = [],
) => ({ projects: [{ vintages }], reports, changes }) as unknown as CartModel;

const factsOf = (before: CartModel, now: CartModel) =>
  differencesOf(before, now).map((each) => [
    each.name,
    each.year,
    each.fact,
    each.before,
    each.after,
  ]);

test("An unchanged cart has no differences", () => {
  expect(factsOf(cartOf([vintage], [report]), cartOf([{ ...vintage }], [{ ...report }]))).toEqual(
    [],
  );
});

test("Added, removed and changed quantities are listed; a report is not confused with the vintage of the same id", () => {
  const other = { ...vintage, vintageId: 8, year: 2023 };
  const now = cartOf([{ ...vintage, quantity: 25 }, other]);
  expect(factsOf(cartOf([vintage], [report]), now)).toEqual([
    ["Mangroves", 2022, "quantity", 10, 25],
    ["Mangroves", 2023, "added", null, 10],
    ["Tenure", null, "takenOut", null, null],
  ]);
  expect(factsOf(cartOf([vintage]), cartOf([], [report]))).toEqual([
    ["Tenure", null, "added", null, null],
    ["Mangroves", 2022, "takenOut", 10, null],
  ]);
});

test("Changes acknowledged on another device are listed here too, under the year that was seen here", () => {
  const changed = {
    ...vintage,
    year: 2021,
    price: 13.5,
    claimType: { id: "CONTRIBUTION", name: "Contribution claim" },
    impactType: { id: "REDUCTION", name: "Reduction" },
    creditType: "EX_ANTE",
    purchasable: false,
  } as CartVintage;
  const now = cartOf([changed], [{ ...report, price: 60 }]);
  expect(factsOf(cartOf([vintage], [report]), now)).toEqual([
    ["Mangroves", 2022, "price", 12, 13.5],
    ["Mangroves", 2022, "year", 2022, 2021],
    ["Mangroves", 2022, "claimType", "COMPENSATION", "CONTRIBUTION"],
    ["Mangroves", 2022, "impactType", "REMOVAL", "REDUCTION"],
    ["Mangroves", 2022, "creditType", "EX_POST", "EX_ANTE"],
    ["Mangroves", 2022, "purchasable", true, false],
    ["Tenure", null, "price", 50, 60],
  ]);
});

test("Changes that the cart itself lists appear once, as it has them", () => {
  const common = { productType: "VINTAGE_CREDITS", name: "Mangroves", year: 2022 } as const;
  const cut = { ...common, productId: 7, fact: "quantity", before: 12, after: 4 } as const;
  const gone = { ...common, productId: 8, fact: "removed", before: null, after: null } as const;
  const before = cartOf([vintage, { ...vintage, vintageId: 8 }]);
  const now = cartOf([{ ...vintage, quantity: 4, price: 11 }], [], [cut, gone]);
  expect(factsOf(before, now)).toEqual([
    ["Mangroves", 2022, "quantity", 12, 4],
    ["Mangroves", 2022, "removed", null, null],
    ["Mangroves", 2022, "price", 12, 11],
  ]);
});
