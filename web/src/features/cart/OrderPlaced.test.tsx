import { screen } from "@testing-library/react";
import type { Order } from "@tonneline/contract/orders";
import { beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import "../../locales/en/cart.ts";
import { OrderPlaced } from "./OrderPlaced.tsx";

const order = {
  id: 10009,
  transactionId: "RF7510009",
  invoiceEmail: "accounts@brennvik.example",
  purchaseOrderNumber: null,
  costCentre: null,
  items: [],
  totalCredits: 0,
  totalPriceNet: 10,
  totalPriceGross: 11.9,
  vatPercentage: 19,
  vatAmount: 1.9,
  vatCategory: "S",
  status: "AWAITING_APPROVAL",
} as unknown as Order;

beforeEach(() => {
  vi.stubGlobal("fetch", serverOf({}));
  vi.stubGlobal("scrollTo", () => undefined);
  storeTokens({ authToken: tokenFor({ username: "ilse@brennvik.example" }), refreshToken: "r" });
});

test("A confirmation is sent to the buyer and to the invoice address", async () => {
  showPage(() => <OrderPlaced order={order} />);
  expect(
    await screen.findByText(/to accounts@brennvik\.example and ilse@brennvik\.example\.$/),
  ).toBeInTheDocument();
});

test("An address that is both is named once", async () => {
  showPage(() => <OrderPlaced order={{ ...order, invoiceEmail: "ilse@brennvik.example" }} />);
  expect(
    await screen.findByText(/a confirmation to ilse@brennvik\.example\.$/),
  ).toBeInTheDocument();
});

test("The payment reference is formatted as on the invoice", async () => {
  showPage(() => <OrderPlaced order={order} />);
  expect(await screen.findByText("RF75 1000 9")).toBeInTheDocument();
});
