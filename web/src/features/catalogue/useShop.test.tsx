import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { vintage } from "../../test/vintage.ts";
import { BuyBar } from "./BuyBar.tsx";
import { useShop } from "./useShop.ts";
import { VintageQuantity } from "./VintageQuantity.tsx";
import "../../locales/en/catalogue.ts";
import "../../locales/en/hearts.ts";

const vintages = [vintage];

/** The server's cart, the quantities written to it, and the promises that delay its responses. */
let quantities: number;
let written: number[];
let late: { reads: Promise<void>; writes: Promise<void> };

const cart = () =>
  Response.json({
    projects: quantities > 0 ? [{ id: 1, name: "Peat", vintages: [inCart()] }] : [],
    reports: [],
  });
const inCart = () => ({ ...vintage, credits: quantities, reservedTo: "2030-01-01T00:00:00Z" });
let role: "BUYER" | "VIEWER";
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
  "GET /api/v1/me/cart/deprecated": async () => {
    await late.reads;
    return cart();
  },
  "POST /api/v1/me/cart/deprecated": async (_, init) => {
    await late.writes;
    quantities = (JSON.parse(String(init?.body)) as { credits: number }).credits;
    written.push(quantities);
    return cart();
  },
});

beforeEach(() => {
  quantities = 0;
  role = "BUYER";
  written = [];
  late = { reads: Promise.resolve(), writes: Promise.resolve() };
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
  return clearTokens;
});

function Shop() {
  const shop = useShop({ vintages, projectIds: [1] });
  return (
    <>
      <VintageQuantity line={shop.lines[0]!} shop={shop} />
      <BuyBar shop={shop} place="table" />
    </>
  );
}

function open() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <Shop />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole<HTMLInputElement>("textbox", { name: /2023/ });
}
const button = () => screen.getByRole("button", { name: /cart$/ });

test("a member who may not order is told so, and offered no cart", async () => {
  role = "VIEWER";
  open();
  await screen.findByText(/cannot order for your company/);
  expect(screen.queryByRole("button", { name: /cart$/ })).not.toBeInTheDocument();
});

test("a quantity corrected while it is being written is written next", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  late.writes = promise;
  const field = open();
  await expect.poll(() => server.mock.calls.length).toBeGreaterThan(0);
  await userEvent.type(field, "100{Enter}");
  await expect.poll(() => button().getAttribute("aria-busy")).toBe("true");
  await userEvent.type(field, "0");
  expect(button()).not.toHaveAttribute("aria-busy");
  await userEvent.type(field, "{Enter}");
  expect(button()).toHaveAttribute("aria-busy", "true");

  resolve();
  await expect.poll(() => written).toEqual([100, 1000]);
  await screen.findByRole("link", { name: "Go to cart" });
  expect(field).toHaveValue("1,000");
});

test("a button that disappears passes the focus on: to the field, or to the link to the cart", async () => {
  const field = open();
  await userEvent.type(field, "99999999");
  await userEvent.click(await screen.findByRole("button", { name: /^Use / }));
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, "100");
  await userEvent.click(button());
  await expect.poll(() => document.activeElement?.textContent).toBe("Go to cart");
});

test("a quantity corrected without a press keeps its input", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  late.writes = promise;
  const field = open();
  await userEvent.type(field, "100{Enter}{Enter}");
  await userEvent.type(field, "0");
  resolve();
  await screen.findByText("100 t in your cart");
  expect(field).toHaveValue("1000");
  await screen.findByRole("button", { name: "Update cart" });
  expect(written).toEqual([100]);
});

test("a press before the cart has loaded waits for it, and does not lower quantities that were not visible", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  late.reads = promise;
  quantities = 50;
  const field = open();
  await userEvent.type(field, "10{Enter}");
  expect(button()).toHaveAttribute("aria-busy", "true");
  resolve();
  await screen.findByText(/Your cart already contains some of this/);
  await screen.findByText("50 t in your cart");
  expect(written).toEqual([]);

  await userEvent.click(button());
  await expect.poll(() => written).toEqual([10]);
});

test("a press before the cart has loaded fills an empty one", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  late.reads = promise;
  const field = open();
  await userEvent.type(field, "10{Enter}");
  expect(written).toEqual([]);
  resolve();
  await expect.poll(() => written).toEqual([10]);
});
