import { availabilityStatuses } from "@tonneline/contract/codes";
import { expect, test } from "vitest";
import { categoriesOf, statusOf, statusOrder, type ListedFacts } from "./listing.rules.ts";

const facts: ListedFacts = {
  ownStatus: "AVAILABLE",
  years: [2021],
  available: 5,
  investmentAvailable: false,
  financingFrom: null,
  sponsoringFrom: null,
};

test("every status has its rank, with what can be bought first", () => {
  expect(statusOrder[0]).toBe("AVAILABLE");
  expect(statusOrder.at(-1)).toBe("SOLD_OUT");
  expect([...statusOrder].sort()).toEqual([...availabilityStatuses].sort());
});

test.each([
  [{}, "AVAILABLE"],
  [{ available: 1 }, "AVAILABLE"],
  [{ available: 0 }, "SOLD_OUT"],
  [{ available: 0, years: [] }, "AVAILABLE"],
  [{ available: 0, ownStatus: "COMING_SOON" }, "COMING_SOON"],
  [{ ownStatus: "SOLD_OUT" }, "SOLD_OUT"],
])("a project with %j is %s", (changed, status) => {
  expect(statusOf({ ...facts, ...changed })).toBe(status);
});

const from = "2026-01-01";
test.each([
  [{}, ["CREDIT_SALE"]],
  [{ years: [] }, []],
  [{ years: [], ownStatus: "COMING_SOON" }, ["CREDIT_SALE"]],
  [{ years: [], ownStatus: "CONTACT_REQUIRED" }, ["CREDIT_SALE"]],
  [{ years: [], ownStatus: "SOLD_OUT" }, []],
  [{ years: [], ownStatus: "COMING_SOON", financingFrom: from }, []],
  [{ years: [], ownStatus: "CONTACT_REQUIRED", sponsoringFrom: from }, []],
  [{ financingFrom: from }, ["CREDIT_SALE"]],
  [{ financingFrom: from, investmentAvailable: true }, ["CREDIT_SALE", "FINANCING"]],
  [{ sponsoringFrom: from, investmentAvailable: true }, ["CREDIT_SALE", "SPONSORING"]],
  [
    { years: [], financingFrom: from, sponsoringFrom: from, investmentAvailable: true },
    ["FINANCING", "SPONSORING"],
  ],
  [{ sponsoringFrom: from }, ["CREDIT_SALE"]],
])("a project with %j is listed under %j", (changed, categories) => {
  expect(categoriesOf({ ...facts, ...changed })).toEqual(categories);
});
