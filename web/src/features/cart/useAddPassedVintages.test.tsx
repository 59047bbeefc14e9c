import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { renderHook, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { useCart } from "./cart.queries.ts";
import { useAddPassedVintages } from "./useAddPassedVintages.ts";
import "../../locales/en/cart.ts";

/** Tonnes in the server's cart, by vintage. */
let quantities: Map<number, number>;
let written: object[];
const refusal = {
  type: "about:blank",
  title: "",
  status: 409,
  code: "INSUFFICIENT_CREDITS",
  detail: "Sold out.",
};
const cart = () => {
  const vintages = [...quantities].map(([id, credits]) => ({
    id,
    credits,
    price: 10,
    creditType: { id: "EX_POST" },
  }));
  return Response.json({ projects: [{ id: 1, name: "Peat", vintages }], reports: [] });
};
const server = serverOf({
  "GET /api/v1/me/cart/deprecated": cart,
  "POST /api/v1/me/cart/deprecated": (_, init) => {
    const body = JSON.parse(String(init?.body)) as { vintageId: number; credits: number };
    if (body.vintageId > 6) return Response.json(refusal, { status: 409 });
    written.push(body);
    quantities.set(body.vintageId, body.credits);
    return cart();
  },
});

beforeEach(() => {
  quantities = new Map();
  written = [];
  vi.stubGlobal("fetch", server);
});

function addPassed(addToCart: { vintageId: number; credits: number }[]) {
  const history = createMemoryHistory({ initialEntries: ["/elsewhere"] });
  history.push("/cart", { addToCart });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const client = new QueryClient();
  renderHook(() => useAddPassedVintages(useCart().data), {
    wrapper: ({ children }) => (
      <MantineProvider env="test">
        <Notifications />
        <QueryClientProvider client={client}>
          <RouterContextProvider router={router}>{children}</RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>
    ),
  });
  return history;
}

test("buying again never lowers a quantity in the cart, and reports that", async () => {
  quantities = new Map([
    [3, 20],
    [4, 50],
    [5, 10],
  ]);
  addPassed([
    { vintageId: 3, credits: 20 },
    { vintageId: 4, credits: 20 },
    { vintageId: 5, credits: 20 },
    { vintageId: 6, credits: 20 },
  ]);
  await expect
    .poll(() => [...quantities])
    .toEqual([
      [3, 20],
      [4, 50],
      [5, 20],
      [6, 20],
    ]);
  expect(written).toHaveLength(2);
  await screen.findByText("2 items were already in your cart with at least as many tonnes.");
});

test("unavailable items are counted with a reason, and not requested again", async () => {
  const history = addPassed([
    { vintageId: 6, credits: 20 },
    { vintageId: 7, credits: 20 },
    { vintageId: 8, credits: 20 },
  ]);
  await screen.findByText("2 items could not be put into your cart: Sold out.");
  expect(written).toEqual([{ vintageId: 6, credits: 20 }]);
  await expect.poll(() => history.location.state.addToCart).toBeUndefined();
});
