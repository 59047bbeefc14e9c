import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import type { Order } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/orders.ts";
import { Forward } from "./Forward.tsx";

const order = {
  id: 12,
  status: "PAID",
  totalCredits: 0,
  items: [],
  totalPriceNet: 100,
  totalPriceGross: 119,
  purchaseOrderNumber: "",
} as unknown as Order;

test.each([
  [119, "Total with VAT: €119.00"],
  [100, "Total without VAT: €100.00"],
])("A forwarded total of %d euros states whether it includes VAT", (totalPriceGross, expected) => {
  render(
    <MantineProvider env="test">
      <Forward order={{ ...order, totalPriceGross }} />
    </MantineProvider>,
  );
  const { href } = screen.getByRole<HTMLAnchorElement>("link", { name: "Forward to a colleague" });
  expect(decodeURIComponent(href).split("\r\n")).toContain(expected);
});
