import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { CartChange } from "@tonneline/contract/cart";
import { beforeEach, expect, test, vi } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/cart.ts";
import { useDrafts } from "../company/company.draft.ts";
import { orderKeys } from "../orders/orders.queries.ts";
import { CheckoutPage } from "./CheckoutPage.tsx";

const details = { ...invoiceDetails, version: 3 };
const sums = {
  totalCredits: 0,
  currency: "EUR",
  totalPriceNet: 10,
  totalPriceGross: 11.9,
  vatPercentage: 19,
  vatAmount: 1.9,
  vatCategory: "S",
  countryCode: "DE",
  version: 1,
};
const report = { reportId: 1, reportName: "Tenure", price: 10 };
let reports: object[];
let changes: CartChange[];
let ordered: object;
/** The idempotency keys of the orders, and the response to them. */
let keys: (string | null)[];
let response: () => Response | Promise<Response>;
let last: object[];
const refused = () => {
  const problem = { type: "about:blank", title: "", code: "CART_CHANGED", detail: "No." };
  return Response.json({ ...problem, status: 409 }, { status: 409 });
};
/** The status of the response on approvals. */
let status: number;
let foreseen: Promise<void> | undefined;
const emptied = vi.fn<() => void>();
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role: "OWNER", blocked: false, members: [] }),
  "GET /api/v1/me/company/details": () => Response.json(details),
  "GET /api/v1/me/orders": () => Response.json({ content: last, totalElements: 0 }),
  "GET /api/v1/me/cart/approval": async () => {
    await foreseen;
    return Response.json({ rules: [], waitsFor: [] }, { status });
  },
  "GET /api/v1/me/cart/deprecated": () =>
    Response.json({ ...sums, projects: [], reports, changes }),
  "POST /api/v1/me/cart/checkout": (_, init) => {
    ordered = JSON.parse(String(init?.body));
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    emptied();
    return response();
  },
  "POST /api/v1/me/cart/changes/noted": () => new Response(null, { status: 204 }),
});

beforeEach(() => {
  sums.totalPriceGross = 11.9;
  reports = [report];
  changes = [];
  status = 200;
  foreseen = undefined;
  keys = [];
  response = refused;
  last = [];
  sessionStorage.clear();
  useDrafts.setState({ users: {} });
  server.mockClear();
  emptied.mockReset();
  vi.stubGlobal("fetch", server);
});

function show(history = createMemoryHistory({ initialEntries: ["/cart/checkout"] })) {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/cart/checkout",
    component: CheckoutPage,
  });
  const cart = createRoute({ getParentRoute: () => root, path: "/cart", component: () => "cart" });
  const placed = createRoute({
    getParentRoute: () => root,
    path: "/user/settings/orders/$id",
    component: () => "the order",
  });
  const router = createRouter({ routeTree: root.addChildren([page, cart, placed]), history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {/* The types of the app's own routes do not match. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

async function order(history?: ReturnType<typeof createMemoryHistory>) {
  const client = show(history);
  fireEvent.click(await screen.findByRole("checkbox", { name: /I accept/ }));
  const button = screen.getByRole("button", { name: /^Place order/ });
  await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
  fireEvent.click(button);
  return client;
}

test("An item that left the cart while ordering is named on the page", async () => {
  emptied.mockImplementation(() => {
    reports = [];
    const common = { name: "Tenure", year: null, before: null, after: null };
    changes = [{ ...common, productType: "DUE_DILIGENCE_REPORT", productId: 1, fact: "removed" }];
  });
  await order();
  expect(await screen.findByText("cart")).toBeInTheDocument();
});

test("A new VAT rate shows in the total, which is ordered as shown", async () => {
  emptied.mockImplementation(() => {
    sums.totalPriceGross = 11.6;
  });
  await order();
  expect(ordered).toMatchObject({ version: 1, totalPriceGross: 11.9 });
  expect(await screen.findByText("The total is now €11.60 instead of €11.90.")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  await expect.poll(() => screen.queryByText(/^The total is now/)).toBeNull();
});

test("Items added and removed on another device are listed when the order is refused", async () => {
  emptied.mockImplementation(() => {
    reports = [
      { reportId: 2, reportName: "Methodology", price: 10 },
      { reportId: 3, reportName: "Permanence", price: 20 },
    ];
    sums.totalPriceGross = 35.7;
  });
  await order();
  expect(await screen.findByText("3 things in your cart have changed.")).toBeVisible();
  // The focus is on the message.
  const notice = screen.getByText("3 things in your cart have changed.");
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement).toContainElement(notice);
  expect(screen.queryByText("The order could not be placed")).toBeNull();
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual(
    expect.arrayContaining([
      "Methodology was added.",
      "Permanence was added.",
      "Tenure was removed from your cart.",
      "The total is now €35.70 instead of €11.90.",
    ]),
  );

  // After ordering the displayed cart, only later changes are reported.
  emptied.mockImplementation(() => {
    sums.totalPriceGross = 36;
  });
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  fireEvent.click(screen.getByRole("button", { name: /^Place order/ }));
  expect(await screen.findByText("The total is now €36.00 instead of €35.70.")).toBeVisible();
  expect(screen.queryByText("Permanence was added.")).toBeNull();
});

test("A cart that was ordered in another window leads to the orders", async () => {
  emptied.mockImplementation(() => {
    reports = [];
  });
  await order();
  expect(await screen.findByText(/If you ordered in another window/)).toBeInTheDocument();
});

test("Changes are shown before anything is ordered, and nothing is ordered before it is known who approves", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  foreseen = promise;
  const common = { name: "Tenure", year: null, before: 10, after: 12 };
  changes = [{ ...common, productType: "DUE_DILIGENCE_REPORT", productId: 1, fact: "price" }];
  show();
  const button = await screen.findByRole("button", { name: /^Place order/ });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("button", { name: "Got it" })).toBeVisible();
  resolve();
  await expect.poll(() => button.getAttribute("aria-disabled")).toBeNull();
});

test("If it is unknown whether a colleague must approve, nothing is promised", async () => {
  status = 502;
  show();
  const button = await screen.findByRole("button", { name: /^Order or ask for approval/ });
  expect(button).not.toHaveAttribute("aria-disabled");
  expect(screen.getByText("A colleague may have to approve it first")).toBeVisible();
  expect(screen.queryByText(/^Usually by \w+,? \d/)).toBeNull();
});

const failed = { type: "about:blank", title: "", status: 500, code: "INTERNAL", detail: "Failed" };
test.each([
  ["no response", () => Response.error()],
  ["a failure of the server", () => Response.json(failed, { status: 500 })],
])("After %s an order is retried with its key, and leaves nothing behind", async (_, fail) => {
  useDrafts.getState().chooseCountry("", "DE");
  vi.stubGlobal("scrollTo", () => undefined);
  response = fail;
  await order();
  expect(await screen.findByText("We do not yet know whether your order arrived")).toBeVisible();
  expect(screen.getByText(/^No clear answer came\./)).toBeVisible();
  const placed = { ...sums, id: 10009, transactionId: "RF75", invoiceEmail: "", items: [] };
  response = () => Response.json({ ...placed, status: "AWAITING_APPROVAL" }, { status: 201 });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Order 10009 is placed" })).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  expect(sessionStorage.getItem("checkout:")).toBeNull();
  expect(useDrafts.getState().users[""]?.countryCode).toBeUndefined();
});

test("An order appears at once in the lists of orders and of approval requests", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  const lists = [
    [...orderKeys.all, "list"],
    ["approvals", "list"],
  ];
  const placed = { ...sums, id: 10009, transactionId: "RF75", invoiceEmail: "", items: [] };
  const sent = Promise.withResolvers<Response>();
  response = () => sent.promise;
  const client = await order();
  for (const key of lists) client.setQueryData(key, {});
  sent.resolve(Response.json({ ...placed, status: "AWAITING_APPROVAL" }, { status: 201 }));
  await screen.findByRole("heading", { name: "Order 10009 is placed" });
  expect(lists.filter((key) => !client.getQueryState(key)!.isInvalidated)).toEqual([]);
});

test("Reloading the confirmation shows the order, not an empty cart", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  const placed = { ...sums, id: 10009, transactionId: "RF75", invoiceEmail: "", items: [] };
  response = () => Response.json({ ...placed, status: "AWAITING_APPROVAL" }, { status: 201 });
  const history = createMemoryHistory({ initialEntries: ["/cart/checkout"] });
  await order(history);
  expect(await screen.findByRole("heading", { name: "Order 10009 is placed" })).toBeVisible();
  await expect.poll(() => history.location.state).toMatchObject({ placed: 10009 });
  reports = [];
  cleanup();
  show(history);
  expect(await screen.findByText("the order")).toBeInTheDocument();
  expect(history.location.pathname).toBe("/user/settings/orders/10009");
});

test("Whether a colleague must approve is requested for the order's cost centre", async () => {
  last = [{ costCentre: "Fleet" }];
  show();
  await screen.findByRole("button", { name: /^Place order/ });
  const requests = server.mock.calls.map(([address]) => String(address));
  expect(requests).toContain("/api/v1/me/cart/approval?costCentre=Fleet");
});
