import type { OrderItem } from "@tonneline/contract/orderItems";
import type { Order } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import { netExpectedTonnes } from "./amounts.ts";
import { progressOf } from "./progress.ts";

const at = "2026-03-16T10:04:00.000Z";

const item = (quantity: number, returnedQuantity = 0, creditType = "EX_ANTE") =>
  ({
    productType: "VINTAGE_CREDITS",
    quantity,
    returnedQuantity,
    product: { vintage: { creditType: { id: creditType } } },
  }) as OrderItem;

test("a new order waits for approval, then for invoice and portfolio", () => {
  const steps = progressOf({
    totalCredits: 7,
    items: [item(7)],
    status: "AWAITING_APPROVAL",
    history: [{ status: "AWAITING_APPROVAL", at }],
  });
  expect(steps.map(({ step }) => step)).toEqual([
    "placed",
    "awaitApproval",
    "invoiceNext",
    "portfolio",
  ]);
});

test("a rejected order goes no further", () => {
  const steps = progressOf({
    totalCredits: 7,
    items: [item(7)],
    status: "REJECTED",
    history: [
      { status: "AWAITING_APPROVAL", at },
      { status: "REJECTED", at },
    ],
  });
  expect(steps).toEqual([
    { tone: "ok", step: "placed", at },
    { tone: "stop", step: "rejected", at },
    { tone: "stop", step: "returned" },
  ]);
});

test("an order whose payment was reversed does not count as approved again", () => {
  const steps = progressOf({
    totalCredits: 7,
    items: [item(7)],
    status: "AWAITING_PAYMENT",
    history: (["AWAITING_APPROVAL", "AWAITING_PAYMENT", "PAID", "AWAITING_PAYMENT"] as const).map(
      (status) => ({ status, at }),
    ),
  });
  expect(steps.map(({ step }) => step)).toEqual([
    "placed",
    "approved",
    "paid",
    "reopened",
    "awaitPayment",
    "portfolio",
  ]);
});

test("the delivery of an order with only reports mentions no credits", () => {
  const steps = (status: Order["status"]) =>
    progressOf({ status, history: [], totalCredits: 0, items: [] }).map(({ step }) => step);
  expect(steps("AWAITING_APPROVAL")).toEqual(["awaitApproval", "invoiceNext", "reports"]);
  expect(steps("AWAITING_PAYMENT")).toEqual(["awaitPayment", "reports"]);
  expect(steps("PAID")).toEqual(["reports"]);
  expect(steps("REJECTED")).toEqual([]);
});

test("what a credit note put back on sale is neither in the portfolio nor available for retirement", () => {
  const step = (...items: OrderItem[]) =>
    progressOf({ status: "PAID", history: [], totalCredits: 7, items })[0]!.step;
  expect(step(item(7, 6))).toBe("inPortfolio");
  expect(step(item(7, 7))).toBe("returned");
  expect(step(item(3, 3), item(4))).toBe("inPortfolio");
  expect(netExpectedTonnes({ items: [item(7, 2), item(9, 0, "EX_POST")] })).toBe(5);
});
