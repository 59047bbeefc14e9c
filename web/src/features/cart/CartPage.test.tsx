import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useFlags } from "../../lib/flags.ts";
import { serverOf } from "../../test/network.ts";
import { useDrafts } from "../company/company.draft.ts";
import type { CartVintage } from "./cart.model.ts";
import { CartPage } from "./CartPage.tsx";
import { HoldNews } from "./HoldNews.tsx";

const buyer = { role: "BUYER", blocked: false, members: [], approvalRules: [] };
let company: { role: string; blocked: boolean; members: []; approvalRules: [] };
/** The server's cart: tonnes of the only vintage, and whether it has the report. */
let credits: number;
let hasReport: boolean;
let reservedTo: string | null;
/** The changes sent, in order. */
let sent: string[];

const price = { price: 19.99, listPrice: 24 };
const project = {
  externalId: null,
  countries: [],
  registry: { id: 1, name: "Verra" },
  projectType: { id: 1, name: "Peat" },
  images: [],
};
const vintage = () => ({
  ...price,
  id: 4,
  year: 2022,
  claimType: { id: "COMPENSATION", name: "Compensation" },
  impactType: { id: "REMOVAL", name: "Removal" },
  expectedDelivery: null,
  availableCredits: 7,
  purchasable: true,
});
const sums = () => ({
  totalCredits: credits,
  totalPriceNet: 100,
  vatAmount: 19,
  vatPercentage: 19,
  vatCategory: "S",
  totalPriceGross: 119,
  countryCode: "DE",
  version: 1,
  changes: [],
});
const oldCart = () => {
  const vintages = [{ ...vintage(), credits, creditType: { id: "EX_POST" }, reservedTo }];
  const reports = [{ reportId: 1, reportName: "Tenure", price: 10 }];
  return Response.json({
    ...sums(),
    projects: credits > 0 ? [{ ...project, id: 3, name: "Alto Mayo", vintages }] : [],
    reports: hasReport ? reports : [],
  });
};
const newCart = () => {
  const product = { ...project, ...vintage(), projectId: 3, projectName: "Alto Mayo" };
  const { price: each } = price;
  const items = [
    {
      id: 8,
      productType: "VINTAGE_CREDITS",
      quantity: credits,
      price: each,
      totalPrice: Math.round(credits * each * 100) / 100,
      reservedTo,
      product: { ...product, creditType: "EX_POST" },
    },
    {
      id: 9,
      productType: "DUE_DILIGENCE_REPORT",
      price: 10,
      product: { reportId: 1, reportName: "Tenure", pages: 12, projects: [] },
    },
  ];
  const isIn = [credits > 0, hasReport];
  return Response.json({ ...sums(), items: items.filter((_, index) => isIn[index]) });
};
const changing = (response: () => Response) => (_: URL, init?: RequestInit) => {
  const body = JSON.parse(String(init?.body)) as { credits?: number; reportId?: number };
  sent.push(`${init?.method} ${JSON.stringify(body)}`);
  const isAdded = init?.method === "POST";
  if (body.reportId) hasReport = isAdded;
  else credits = isAdded ? (body.credits ?? 0) : 0;
  return response();
};
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json(company),
  "GET /api/v1/me/cart/deprecated": oldCart,
  "POST /api/v1/me/cart/deprecated": changing(oldCart),
  "DELETE /api/v1/me/cart/deprecated": changing(oldCart),
  "GET /api/v1/me/cart": newCart,
  "POST /api/v1/me/cart/vintages": changing(newCart),
  "DELETE /api/v1/me/cart/vintages": changing(newCart),
  "POST /api/v1/me/cart/reports": changing(newCart),
  "DELETE /api/v1/me/cart/reports": changing(newCart),
  "GET /api/v1/me/approvals": () => Response.json({ content: [], totalElements: 0, counts: {} }),
});

beforeEach(() => {
  company = { ...buyer, members: [], approvalRules: [] };
  credits = 0;
  hasReport = false;
  reservedTo = null;
  sent = [];
  vi.stubGlobal("fetch", server);
  return () => {
    useFlags.setState({ new_cart_api: false });
    useDrafts.setState({ users: {} });
  };
});

function show() {
  const history = createMemoryHistory({ initialEntries: ["/cart"] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <main>
            <CartPage />
          </main>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return history;
}

test.each([
  { role: "BUYER", blocked: false, told: /^Choose a project and the tonnes/ },
  { role: "VIEWER", blocked: false, told: /^You cannot order for your company/ },
  { role: "OWNER", blocked: true, told: /^You cannot order for your company/ },
])(
  "An empty cart only suggests buying to users who may: $role, blocked $blocked",
  async (given) => {
    const { told, ...caller } = given;
    company = { ...caller, members: [], approvalRules: [] };
    show();
    expect(await screen.findByText("Your cart is empty")).toBeInTheDocument();
    expect(await screen.findByText(told)).toBeInTheDocument();
  },
);

test.each([false, true])(
  "undo restores a removed item as it was; new cart API: %s",
  async (isNew) => {
    useFlags.setState({ new_cart_api: isNew });
    credits = 4;
    hasReport = true;
    show();
    const row = await screen.findByRole("textbox", { name: "Tonnes of vintage 2022, Alto Mayo" });
    expect(within(row.closest("li")!).getByText("€79.96")).toBeVisible();
    expect(within(row.closest("li")!).getByText(/€24\.00/)).toBeVisible();
    expect(screen.getByText("€100.00")).toBeVisible();

    fireEvent.click(screen.getByRole("button", { name: /^Remove vintage 2022/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await expect.poll(() => sent).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Remove the report Tenure" }));
    await expect.poll(() => screen.queryByText("Tenure")).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Tenure")).toBeVisible();
    expect(screen.getByRole("textbox", { name: /^Tonnes of vintage/ })).toHaveValue("4");
    expect(sent).toEqual([
      'DELETE {"vintageId":4}',
      'POST {"vintageId":4,"credits":4}',
      'DELETE {"reportId":1}',
      'POST {"reportId":1}',
    ]);
  },
);

test("credits whose hold has expired can be held again in the same quantity, which is announced", async () => {
  credits = 4;
  show();
  const again = await screen.findByRole("button", { name: /^Hold again: vintage 2022/ });
  reservedTo = new Date(Date.now() + 30 * 60_000).toISOString();
  fireEvent.click(again);
  await expect.poll(() => sent).toEqual(['POST {"vintageId":4,"credits":4}']);
  await screen.findByText("Vintage 2022 of Alto Mayo is held for you again.");
});

test("a hold that goes on is not announced", () => {
  const held = new Date(Date.now() + 30 * 60_000).toISOString();
  const news = () => (
    <MantineProvider env="test">
      <HoldNews rows={[{ vintageId: 4, reservedTo: held } as CartVintage]} />
    </MantineProvider>
  );
  const { rerender } = render(news());
  rerender(news());
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("it continues only when everything is saved, and otherwise focuses the invalid quantity", async () => {
  credits = 4;
  const history = show();
  const field = await screen.findByRole("textbox", { name: /^Tonnes of vintage/ });
  const goOn = () =>
    fireEvent.click(screen.getByRole("button", { name: "Continue to invoice details" }));
  fireEvent.change(field, { target: { value: "1.120" } });
  fireEvent.blur(field);
  goOn();
  await expect.poll(() => document.activeElement).toBe(field);
  expect(history.location.pathname).toBe("/cart");

  fireEvent.change(field, { target: { value: "5" } });
  fireEvent.blur(field);
  goOn();
  await expect.poll(() => history.location.pathname).toBe("/cart/payment-details");
  expect(credits).toBe(5);
});

test("its sums are those of the chosen invoice country", async () => {
  credits = 4;
  useDrafts.getState().chooseCountry("", "FR");
  show();
  await screen.findByRole("textbox", { name: /^Tonnes of vintage/ });
  const requests = server.mock.calls.map(([address]) => String(address));
  expect(requests).toContain("/api/v1/me/cart/deprecated?countryCode=FR");
});
