import { expect, test } from "vitest";
import { listCentsOf, offerOf, type OfferedVintage } from "./offer.rules.ts";

const vintage: OfferedVintage = {
  year: 2021,
  impactType: "REDUCTION",
  claimType: "COMPENSATION",
  creditType: "EX_POST",
  status: "ACTIVE",
  priceCents: 900,
  expectedDelivery: null,
  issued: 100,
  available: 40,
};
const later = { ...vintage, creditType: "EX_ANTE", issued: 0, available: 0 };
const project = {
  ownStatus: "AVAILABLE",
  investmentAvailable: false,
  financingFrom: null,
  sponsoringFrom: null,
  vintages: [
    { ...vintage, year: 2022, priceCents: 1100, impactType: "MIXED" },
    vintage,
    { ...vintage, priceCents: null, claimType: "CONTRIBUTION" },
    { ...later, year: 2028, expectedDelivery: "2029-Q1", available: 7 },
    { ...later, year: 2027, expectedDelivery: "2028-Q3", available: 5 },
    { ...vintage, year: 1999, status: "WITHDRAWN", priceCents: 1, impactType: "REMOVAL_LONG" },
  ],
};

test("an offer sums up the vintages on sale; issued credits include withdrawn ones", () => {
  expect(offerOf(project)).toEqual({
    status: "AVAILABLE",
    categories: ["CREDIT_SALE"],
    available: 132,
    expected: 12,
    deliveryFrom: "2028-Q3",
    deliveryTo: "2029-Q1",
    issued: 400,
    years: [2021, 2022, 2027, 2028],
    priceFrom: 900,
    priceTo: 1100,
    creditTypes: ["EX_POST", "EX_ANTE"],
    impactTypes: ["REDUCTION", "MIXED"],
    claimTypes: ["CONTRIBUTION", "COMPENSATION"],
  });
});

test("a project without vintages on sale offers none", () => {
  const withdrawn = { ...vintage, status: "WITHDRAWN" };
  expect(offerOf({ ...project, vintages: [withdrawn] })).toEqual({
    status: "AVAILABLE",
    categories: [],
    available: 0,
    expected: 0,
    deliveryFrom: null,
    deliveryTo: null,
    issued: 100,
    years: [],
    priceFrom: null,
    priceTo: null,
    creditTypes: [],
    impactTypes: [],
    claimTypes: [],
  });
});

test("no price is shown while prices are on request", () => {
  const onRequest = { ...project, ownStatus: "CONTACT_REQUIRED" };
  expect(offerOf(onRequest)).toMatchObject({ available: 132, priceFrom: null, priceTo: null });
  expect(listCentsOf(onRequest, vintage)).toBeNull();
  expect(listCentsOf(project, vintage)).toBe(900);
});

test("a project shows the prices of vintages with stock, or of all if none has any", () => {
  const spanOf = (...vintages: OfferedVintage[]) => {
    const { priceFrom, priceTo } = offerOf({ ...project, vintages });
    return [priceFrom, priceTo];
  };
  const cheap = { ...vintage, priceCents: 100 };
  const dear = { ...vintage, priceCents: 5000, available: 0 };
  const none = { ...cheap, available: 0 };
  expect(spanOf(cheap, vintage, dear)).toEqual([100, 900]);
  expect(spanOf({ ...cheap, available: 1 }, vintage)).toEqual([100, 900]);
  expect(spanOf(none, vintage, dear)).toEqual([900, 900]);
  expect(spanOf(none, { ...vintage, priceCents: null })).toEqual([null, null]);
  expect(spanOf(none, dear)).toEqual([100, 5000]);
});

test("a project on sale with nothing left is sold out", () => {
  const soldOut = { ...project, vintages: [{ ...vintage, available: 0 }] };
  expect(offerOf(soldOut)).toMatchObject({
    status: "SOLD_OUT",
    creditTypes: ["EX_POST"],
    impactTypes: ["REDUCTION"],
    claimTypes: ["COMPENSATION"],
  });
});

test("expected credits without a quarter have no delivery date", () => {
  const undated = { ...later, available: 3 };
  const dated = { ...undated, expectedDelivery: "2027-Q2" };
  const deliveryOf = (...vintages: OfferedVintage[]) => {
    const { deliveryFrom, deliveryTo } = offerOf({ ...project, vintages });
    return [deliveryFrom, deliveryTo];
  };
  expect(deliveryOf(undated)).toEqual([null, null]);
  expect(deliveryOf(undated, dated)).toEqual(["2027-Q2", "2027-Q2"]);
  expect(deliveryOf(dated, { ...dated, expectedDelivery: "2026-Q4" })).toEqual([
    "2026-Q4",
    "2027-Q2",
  ]);
});
