import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/cart.ts";
import type { CartModel } from "./cart.model.ts";
import { CartSummary } from "./CartSummary.tsx";

let company: { role: string; blocked: boolean; members: [] };
const server = serverOf({ "GET /api/v1/me/company": () => Response.json(company) });

beforeEach(() => {
  vi.stubGlobal("fetch", server);
});

const cart = {
  projects: [],
  reports: [],
  totalCredits: 7,
  net: 70,
  gross: 83.3,
  vat: 13.3,
  vatPercentage: 19,
  vatCategory: "S",
  version: 1,
  countryCode: "DE",
  changes: [],
} as unknown as CartModel;

function show(given = cart): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <CartSummary cart={given} stale={false} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const goOn = () => screen.getByRole("button", { name: "Continue to invoice details" });

test.each([
  { role: "ACCOUNTANT", blocked: false },
  { role: "OWNER", blocked: true },
])("A user who may not buy is told so next to the cart: %o", async (given) => {
  company = { ...given, members: [] };
  show();
  expect(await screen.findByText(/You cannot order for your company/)).toBeInTheDocument();
  expect(goOn()).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("button", { name: "Save as a quote" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("A buyer may continue from the cart", async () => {
  company = { role: "BUYER", blocked: false, members: [] };
  show();
  await waitFor(() => expect(server).toHaveBeenCalled());
  expect(goOn()).not.toHaveAttribute("aria-disabled");
  expect(screen.queryByText(/You cannot order/)).toBeNull();
});

test("An item that is currently unavailable is named, and blocks the order", async () => {
  company = { role: "BUYER", blocked: false, members: [] };
  const vintages = [{ purchasable: true }, { purchasable: false }];
  show({ ...cart, projects: [{ vintages }] } as unknown as CartModel);
  expect(screen.getByText(/^1 item cannot be bought at the moment/)).toBeInTheDocument();
  await waitFor(() => expect(server).toHaveBeenCalled());
  expect(goOn()).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("button", { name: "Save as a quote" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});
