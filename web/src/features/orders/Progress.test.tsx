import { screen } from "@testing-library/react";
import type { Order, OrderStatus } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import "../../locales/en/orders.ts";
import { showPage } from "../../test/page.tsx";
import { Progress } from "./Progress.tsx";

const statuses = ["AWAITING_APPROVAL", "AWAITING_PAYMENT", "PAID", "AWAITING_PAYMENT", "PAID"];

function show(status: OrderStatus, totalCredits: number, items: object[] = []) {
  const history = statuses.map((each) => ({ status: each, at: "2026-03-16T10:04:00.000Z" }));
  const order = { status, history, totalCredits, items } as unknown as Order;
  showPage(() => <Progress order={order} />);
}

test("An order that was paid again lists both payments, and the reversal of the first", async () => {
  show("PAID", 0);
  expect(
    (await screen.findAllByRole("listitem")).map(({ firstChild }) => firstChild?.textContent),
  ).toEqual([
    "Order placed",
    "Approved, invoice sent",
    "Paid",
    "The payment was reversed",
    "Paid",
    "Reports can be downloaded",
  ]);
});

const credits = {
  productType: "VINTAGE_CREDITS",
  quantity: 5,
  returnedQuantity: 0,
  product: { vintage: { creditType: { id: "EX_POST" } } },
};
test.each([
  ["paid, leads to the credits in the portfolio", "PAID", 5, credits, 1],
  ["not paid, does not", "AWAITING_PAYMENT", 5, credits, 0],
  ["paid for reports alone, does not", "PAID", 0, { productType: "DUE_DILIGENCE_REPORT" }, 0],
  ["of which all went back, does not", "PAID", 5, { ...credits, returnedQuantity: 5 }, 0],
] as const)("An order that is %s", async (_, status, tonnes, item, links) => {
  show(status, tonnes, [item]);
  await screen.findAllByRole("listitem");
  expect(screen.queryAllByRole("link", { name: "Open portfolio" })).toHaveLength(links);
});
