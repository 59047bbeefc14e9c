import type { Order } from "@tonneline/contract/orders";
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../../lib/i18n.ts";
import "../../../locales/en/cart.ts";
import "../../../locales/en/management.ts";
import { DrawerItems } from "./DrawerItems.tsx";

const credits = (id: number, quantity: number, creditType: "EX_POST" | "EX_ANTE") => ({
  id,
  productType: "VINTAGE_CREDITS",
  quantity,
  price: 10,
  totalPrice: quantity * 10,
  product: {
    project: { id: 3, name: "Mangroves", registry: { name: "Verra" }, externalId: "VCS2250" },
    vintage: {
      year: 2024,
      creditType: { id: creditType },
      claimType: { id: "COMPENSATION" },
      expectedDelivery: null,
    },
  },
});
const order = {
  items: [credits(1, 120, "EX_POST"), credits(2, 80, "EX_ANTE")],
  totalCredits: 200,
  totalPriceNet: 2000,
  totalPriceGross: 2000,
  vatAmount: 0,
  vatPercentage: 0,
  vatCategory: "AE",
} as unknown as Order;

const open = () =>
  render(
    <MantineProvider env="test">
      <DrawerItems order={order} />
    </MantineProvider>,
  );
const figureOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

it("never adds expected tonnes to issued ones", () => {
  open();
  expect(figureOf("Issued credits")).toMatch(/^120\st$/);
  expect(figureOf("Expected credits")).toMatch(/^80\st$/);
});

it("names items as the registry does, and states the claim made with them", () => {
  open();
  expect(
    screen.getByText(/^Verra VCS2250 · Vintage 2024, Issued, Compensation, 120\st at €10\.00/),
  ).toBeInTheDocument();
});

it("tells an operator that the buyer accounts for the VAT", () => {
  open();
  expect(
    screen.getByText("The buyer accounts for the VAT in its own country (reverse charge)."),
  ).toBeInTheDocument();
});
