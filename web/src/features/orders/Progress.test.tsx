import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import type { Order } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/orders.ts";
import { Progress } from "./Progress.tsx";

const statuses = ["AWAITING_APPROVAL", "AWAITING_PAYMENT", "PAID", "AWAITING_PAYMENT", "PAID"];

test("An order that was paid again lists both payments, and the reversal of the first", () => {
  const history = statuses.map((status) => ({ status, at: "2026-03-16T10:04:00.000Z" }));
  const order = { status: "PAID", history, totalCredits: 0, items: [] } as unknown as Order;
  render(
    <MantineProvider env="test">
      <Progress order={order} />
    </MantineProvider>,
  );
  expect(screen.getAllByRole("listitem").map(({ firstChild }) => firstChild?.textContent)).toEqual([
    "Order placed",
    "Approved, invoice sent",
    "Paid",
    "The payment was reversed",
    "Paid",
    "Reports can be downloaded",
  ]);
});
