import { expect, test } from "vitest";
import {
  aboveLimit,
  decidable,
  decidedSum,
  ownWaiting,
  placedAfter,
  stepOf,
  needingVatCheck,
  withoutEvidence,
  withChangedVat,
  withoutLater,
  type Decidable,
} from "./decisions.ts";
import { managedOrders } from "./admin.queries.ts";
import { parseTable } from "../../../lib/tableSearch.ts";

const order = (id: number, rest: Partial<Decidable>): Decidable => ({
  id,
  username: "ilse@lumenhof.example",
  companyName: "Lumenhof Hotels GmbH",
  status: "AWAITING_APPROVAL",
  totalPriceGross: 0.1,
  open: 0,
  vatCategory: "S",
  vatNumber: "DE123456789",
  vatNumberLooksRight: true,
  createdAt: "2026-03-16T10:00:00.000Z",
  knownVatCheck: null,
  overLimit: null,
  changedVat: null,
  ...rest,
});
const orders = [
  order(1, {}),
  order(2, { status: "AWAITING_PAYMENT", totalPriceGross: 0.2, open: 0.07 }),
  order(3, { status: "PAID" }),
  order(4, { vatCategory: "AE" }),
];
const ids = (some: Decidable[]) => some.map(({ id }) => id);

test("each decision is offered for the orders that allow it", () => {
  expect(ids(decidable(orders, "approve", "noor@market.example"))).toEqual([1, 4]);
  expect(ids(decidable(orders, "pay", "noor@market.example"))).toEqual([2]);
  expect(ids(decidable(orders, "reject", "noor@market.example"))).toEqual([1, 2, 4]);
});

test("no decision is offered to the operator who placed the order", () => {
  const mixed = [order(5, { username: "noor@market.example" }), order(6, {})];
  expect(ids(decidable(mixed, "approve", "noor@market.example"))).toEqual([6]);
  expect(ids(ownWaiting(mixed, "noor@market.example"))).toEqual([5]);
  expect(ownWaiting([order(7, { status: "PAID" })], "ilse@lumenhof.example")).toEqual([]);
});

test("a sum of euros is exact to the cent", () => {
  expect(decidedSum(orders.slice(0, 2), "reject")).toBe(0.3);
});

test("an approval invoices the VAT of today, if its rate has changed since the order was placed", () => {
  const changedVat = { vatPercentage: 20, vatAmount: 0.02, totalPriceGross: 0.12 };
  const changed = order(9, { changedVat });
  expect(decidedSum([orders[0]!, changed], "approve")).toBe(0.22);
  expect(decidedSum([orders[0]!, changed], "reject")).toBe(0.2);
  expect(ids(withChangedVat([orders[0]!, changed], "approve"))).toEqual([9]);
  expect(withChangedVat([changed], "reject")).toEqual([]);
});

test("a payment covers the amount due, other decisions the total", () => {
  const partly = order(8, { status: "AWAITING_PAYMENT", totalPriceGross: 7.19, open: 5.19 });
  expect(decidedSum([partly, orders[1]!], "pay")).toBe(5.26);
  expect(decidedSum([partly], "reject")).toBe(7.19);
});

test("only an approval under reverse charge requires the VAT number", () => {
  expect(ids(needingVatCheck(orders, "approve"))).toEqual([4]);
  const known = { result: "VALID", on: "2026-03-01" } as const;
  expect(
    needingVatCheck([order(5, { vatCategory: "AE", knownVatCheck: known })], "approve"),
  ).toEqual([]);
  expect(needingVatCheck(orders, "reject")).toEqual([]);
});

test("an order whose number is to be checked later waits while the others proceed", () => {
  expect(ids(withoutLater(orders, { 4: "LATER", 1: "VALID" }))).toEqual([1, 2, 3]);
});

test("a payment cannot precede its order", () => {
  expect(ids(placedAfter(orders, "2025-03-20"))).toEqual([1, 2, 3, 4]);
  expect(placedAfter(orders, "2026-03-17")).toEqual([]);
});

test("an order with an invalid number requires other evidence of a taxable person", () => {
  const missing = (evidence: Record<number, string>) =>
    ids(withoutEvidence(orders, { 4: "INVALID", 1: "VALID" }, evidence));
  expect(missing({})).toEqual([4]);
  expect(missing({ 4: "  a " })).toEqual([4]);
  expect(missing({ 4: "Certificate of the tax office" })).toEqual([]);
});

test("the search parameters are converted to the API's query", () => {
  const text = "tab=PAID&q=halden&country=DE,NO&from=2026-03-01&page=2&size=50";
  expect(managedOrders.queryOf(parseTable(managedOrders.spec, new URLSearchParams(text)))).toEqual({
    page: "1",
    size: "50",
    sort: "waiting,asc",
    status: "PAID",
    q: "halden",
    country: "DE,NO",
    createdFrom: "2026-03-01",
  });
  const asked = ["open", "DUE", "OVERDUE"].map((tab) => {
    const search = parseTable(managedOrders.spec, new URLSearchParams({ tab }));
    const { status, due, overdue } = managedOrders.queryOf(search);
    return { status, due, overdue };
  });
  expect(asked).toEqual([
    { status: "AWAITING_APPROVAL,AWAITING_PAYMENT" },
    { due: "true" },
    { overdue: "true" },
  ]);
});

test("Only an approval requires a reason to exceed the credit limit", () => {
  const orders = [order(1, {}), order(2, { overLimit: { limit: 100, owed: 119 } })];
  expect(aboveLimit(orders, "approve").map(({ id }) => id)).toEqual([2]);
  expect(aboveLimit(orders, "reject")).toEqual([]);
});

test("An order whose payment was reversed is reopened by that, not approved", () => {
  expect(stepOf({ from: "AWAITING_APPROVAL", to: "AWAITING_PAYMENT" })).toBe("AWAITING_PAYMENT");
  expect(stepOf({ from: "PAID", to: "AWAITING_PAYMENT" })).toBe("reopened");
  expect(stepOf({ from: "AWAITING_PAYMENT", to: "PAID" })).toBe("PAID");
});
