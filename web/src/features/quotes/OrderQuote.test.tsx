import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Quote } from "@tonneline/contract/quotes";
import { beforeEach, expect, test, vi } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { OrderQuote } from "./OrderQuote.tsx";
import { QuoteStatusBadge } from "./QuoteStatusBadge.tsx";
import "../../locales/en/orders.ts";
import "../../locales/en/quotes.ts";

const details = { ...invoiceDetails, version: 3 };
/** The server's response on the company's details. */
let response: Promise<Response>;
let role: CompanyRole;
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
  "GET /api/v1/me/company/details": () => response,
  "GET /api/v1/me/quotes/1/approval": () => foreseen(),
  "POST /api/v1/me/quotes/1/order": (_, init) => {
    ordered(JSON.parse(String(init?.body)));
    const problem = { type: "about:blank", title: "", code: "VALIDATION_FAILED", detail: "No." };
    const fieldErrors = [{ path: "purchaseOrderNumber", message: unusable }];
    return Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 });
  },
});
let foreseen: () => Response;
const atOnce = { rules: [], waitsFor: [], totalPriceGross: 119, vatPercentage: 19 };
const unusable = "Contains characters that cannot be used";
const ordered = vi.fn<(body: unknown) => void>();

const quote = (more: Partial<Quote>): Quote => ({
  id: 1,
  number: "Q-2026-000001",
  status: "KEPT",
  validUntil: "2030-01-01T00:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  userId: 1,
  author: "Ilse Brenn",
  isOwn: true,
  orderId: null,
  approvalId: null,
  items: [],
  totalCredits: 20,
  currency: "EUR",
  totalPriceNet: 100,
  vatAmount: 19,
  vatPercentage: 19,
  vatCategory: "S",
  totalPriceGross: 119,
  countryCode: "DE",
  ...more,
});

beforeEach(() => {
  role = "OWNER";
  foreseen = () => Response.json(atOnce);
  vi.stubGlobal("fetch", server);
});

function show(shown: Quote) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <OrderQuote quote={shown} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("the order reserves its room while the company's details load, and reports when they fail", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  response = promise;
  show(quote({}));
  expect(screen.getByRole("status", { name: /Loading/ })).toBeVisible();
  resolve(Response.json({}, { status: 502 }));
  await screen.findByText("Your company's details could not be loaded");
  expect(screen.queryByText(/Save them first/)).toBeNull();

  response = Promise.resolve(Response.json(details));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: /^Place order/ });
});

test("an order whose total differs from the quote's says so, and its button has the new total", async () => {
  response = Promise.resolve(Response.json(details));
  foreseen = () => Response.json({ ...atOnce, totalPriceGross: 121, vatPercentage: 21 });
  show(quote({}));
  expect(await screen.findByText("The order comes to €121.00, with 21% VAT.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Place order · €121.00" })).toBeVisible();
});

test("the form stays if the typed number is invalid, with the error at its field", async () => {
  response = Promise.resolve(Response.json(details));
  show(quote({}));
  const number = await screen.findByLabelText(/^Purchase order number/);
  fireEvent.change(number, { target: { value: "PO\u00077" } });
  await userEvent.click(screen.getByRole("button", { name: /^Place order/ }));
  expect(await screen.findByText(unusable)).toBeVisible();
  expect(ordered.mock.calls).toMatchObject([[{ purchaseOrderNumber: "PO\u00077" }]]);
  expect(number).toBeInvalid();
});

test.each([
  ["are", details],
  ["are not", { ...details, companyName: null }],
])("a quote whose cart has changed by now says so if details %s saved", async (_, saved) => {
  response = Promise.resolve(Response.json(saved));
  const problem = { type: "about:blank", title: "", code: "CART_CHANGED", detail: "", status: 409 };
  foreseen = () => Response.json(problem, { status: 409 });
  show(quote({ status: "OPEN" }));
  expect(
    await screen.findByText(/^The cart that this quote was made from has changed since/),
  ).toBeVisible();
  expect(screen.queryByText(/Save them first/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Place order|Order or ask)/ })).toBeNull();
});

test.each([
  [
    true,
    /^The cart that this quote was made from has changed since.* Make a new one from your cart\.$/,
  ],
  [
    false,
    /^The cart that this quote was made from has changed since.* Ask Ilse Brenn for a new one\.$/,
  ],
])(
  "a quote whose cart is known to have changed says so, own quote: %s",
  async (isOwn, expected) => {
    response = Promise.resolve(Response.json(details));
    show(quote({ status: "OPEN", cartChanged: true, isOwn }));
    expect(await screen.findByText(expected)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Place order|Order or ask)/ })).toBeNull();
  },
);

test("a quote's badge says that its cart has changed, instead of that it is open", () => {
  render(<QuoteStatusBadge {...quote({ status: "OPEN", cartChanged: true })} />);
  expect(screen.getByText("Cart changed")).toBeVisible();
  expect(screen.queryByText("Open")).toBeNull();
});

test("an ended quote does not promise what its cart may still hold, and mentions its reports", async () => {
  const product = { reportId: 8, reportName: "Peat", pages: 12, projects: [] };
  show(
    quote({
      status: "WITHDRAWN",
      items: [{ productType: "DUE_DILIGENCE_REPORT", product } as unknown as Quote["items"][0]],
    }),
  );
  expect(screen.getByText(/Credits that were kept for it are on sale again/)).toBeVisible();
  await screen.findByText(/due-diligence reports are not included/);
});

test.each([
  ["OWNER", /Save them first, then order/],
  ["BUYER", /Ask an owner or accountant of your company to save them/],
] as const)(
  "without saved details %s is led to them, or told who can save them",
  async (now, expected) => {
    role = now;
    const none = { companyName: null, invoiceAddress: null, invoiceEmail: null, vatNumber: null };
    response = Promise.resolve(Response.json({ ...none, version: 0 }));
    show(quote({}));
    await screen.findByText(expected);
    expect(screen.getByText(/^We keep its prices and credits for you until/)).toBeVisible();
    const links = screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(now === "OWNER" ? ["/user/settings/details"] : []);
  },
);

test.each([
  [
    "a colleague decides",
    () =>
      Response.json({
        ...atOnce,
        rules: [{ kind: "EX_ANTE" }],
        waitsFor: ["Abel Okoye", "Ada Berg"],
      }),
    "Ask for approval · €119.00",
    /^Abel Okoye or Ada Berg decides/,
  ],
  [
    "nobody may decide",
    () => Response.json({ ...atOnce, rules: [{ kind: "EX_ANTE" }], waitsFor: [] }),
    "Ask for approval · €119.00",
    /^Nobody in your company can approve it now/,
  ],
  [
    "that is not known",
    () => Response.json({}, { status: 502 }),
    "Order or ask for approval · €119.00",
    /^We could not check/,
  ],
])("says before ordering that %s", async (_who, answered, button, text) => {
  response = Promise.resolve(Response.json(details));
  foreseen = answered;
  show(quote({}));
  expect(await screen.findByRole("button", { name: button })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

test("leaving with an unsent number asks for confirmation", async () => {
  response = Promise.resolve(Response.json(details));
  show(quote({}));
  const number = await screen.findByLabelText(/^Purchase order number/);
  const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  fireEvent.change(number, { target: { value: "4711" } });
  expect(leave()).toBe(true);
});
