import { useRouterState } from "@tanstack/react-router";
import { fireEvent, screen } from "@testing-library/react";
import type { Quote } from "@tonneline/contract/quotes";
import { beforeEach, expect, test, vi } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { OrderQuote } from "./OrderQuote.tsx";
import "../../locales/en/cart.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/quotes.ts";

const credits = (id: number, creditType: "EX_ANTE" | "EX_POST", quantity: number) => ({
  productType: "VINTAGE_CREDITS",
  product: { id, projectId: 1, projectName: "Peat", year: 2022, creditType },
  quantity,
});
const quote = {
  id: 1,
  number: "Q-2026-000001",
  status: "KEPT",
  validUntil: "2030-01-01T10:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  userId: 1,
  author: "Ilse Brenn",
  isOwn: true,
  orderId: null,
  approvalId: null,
  items: [credits(4, "EX_ANTE", 20), credits(5, "EX_POST", 7), credits(6, "EX_ANTE", 3)],
  totalPriceGross: 119,
} as unknown as Quote;

let role: string;
/** Delays the server's response on the role. */
let known: Promise<void> | undefined;
let sent: [string, unknown][];
/** The server's response to the order. */
let answer: object;

beforeEach(() => {
  role = "BUYER";
  known = undefined;
  sent = [];
  const take = (path: string, said: () => Response) =>
    [
      path,
      (_: URL, init?: RequestInit) => {
        sent.push([path, init?.body ? JSON.parse(String(init.body)) : undefined]);
        return said();
      },
    ] as const;
  const server = serverOf({
    "GET /api/v1/me/company": async () => {
      await known;
      return Response.json({ role, blocked: false, members: [] });
    },
    "GET /api/v1/me/quotes/1/approval": () =>
      Response.json({ rules: [], waitsFor: [], totalPriceGross: 119, vatPercentage: 19 }),
    "GET /api/v1/me/company/details": () => Response.json({ ...invoiceDetails, version: 3 }),
    ...Object.fromEntries([
      take("POST /api/v1/me/quotes/1/order", () => Response.json(answer)),
      take("POST /api/v1/me/quotes/1/withdraw", () => new Response(null, { status: 204 })),
    ]),
  });
  vi.stubGlobal("fetch", server);
});

/** Renders the quote, and the path that it has navigated to. */
function show(facts: Partial<Quote> = {}) {
  showPage(() => (
    <>
      <OrderQuote quote={{ ...quote, ...facts }} />
      <output>{useRouterState({ select: ({ location }) => location.pathname })}</output>
    </>
  ));
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const links = () =>
  screen.queryAllByRole("link").flatMap((link) => link.getAttribute("href") ?? []);

test.each([
  ["an order", { id: 77 }, "/user/settings/orders/77"],
  ["a request", { approval: { id: 301 } }, "/cart/requests/301"],
])("it is ordered with the saved details, and opens the result: %s", async (_, expected, to) => {
  answer = expected;
  show();
  const number = await screen.findByLabelText(/^Purchase order number/);
  // Expected tonnes are stated next to the order button, without issued ones.
  expect(screen.getByText(/23\st/)).toBeVisible();
  expect(screen.getByText(/^We keep its prices and credits for you until/)).toBeVisible();
  fireEvent.change(number, { target: { value: " PO-7 " } });
  press(/^Place order · €119\.00$/);
  expect(await screen.findByText(to)).toBeVisible();
  const body = { ...invoiceDetails, purchaseOrderNumber: "PO-7" };
  expect(sent).toEqual([["POST /api/v1/me/quotes/1/order", body]]);
});

test("it is withdrawn after a confirmation, and never ordered by that", async () => {
  show({ status: "OPEN", items: [] });
  await screen.findByText(
    /as long as your cart holds its credits and nothing in it changes\. Need more time/,
  );
  press("Withdraw this quote");
  expect(sent).toEqual([]);
  await screen.findByRole("dialog", { name: "Withdraw quote Q-2026-000001?" });
  fireEvent.click(screen.getAllByRole("button", { name: "Withdraw this quote" }).at(-1)!);
  await expect.poll(() => sent).toEqual([["POST /api/v1/me/quotes/1/withdraw", undefined]]);
});

test.each([
  ["ordered", { status: "ORDERED", orderId: 77 }, /became order 77/, "/user/settings/orders/77"],
  [
    "requested",
    { status: "REQUESTED", approvalId: 3 },
    /was sent to a colleague for approval/,
    "/cart/requests/3",
  ],
  [
    "not approved",
    { status: "EXPIRED", approvalId: 3 },
    /ended without approval, and so did the quote/,
    "/cart/requests/3",
  ],
  ["a colleague's", { isOwn: false }, /^Ilse Brenn can order this quote/, undefined],
  ["run out", { status: "EXPIRED" }, /^This quote has expired/, undefined],
] as const)(
  "a quote that is %s says so, and can no longer be ordered",
  async (_, facts, expected, href) => {
    show(facts);
    expect(await screen.findByText(expected)).toBeVisible();
    expect(links()).toEqual(href ? [href] : []);
    expect(screen.queryByRole("button", { name: /^Place order|^Withdraw/ })).toBeNull();
  },
);

test.each([
  ["OPEN", /^Ilse Brenn can order this quote until 1 Jan 2030, .*the cart it was made from/],
  ["KEPT", /^We keep its prices and credits for you until 1 Jan 2030/],
] as const)("a colleague sees how long a quote that is %s is valid", async (status, expected) => {
  show({ status, isOwn: false });
  expect(await screen.findByText(expected)).toBeVisible();
  expect(screen.getByText(/^Ilse Brenn can order this quote/)).toBeVisible();
});

test("a member who may not buy is told so, once that is known", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  [role, known] = ["ACCOUNTANT", promise];
  show();
  await screen.findByLabelText(/^Purchase order number/);
  resolve();
  await screen.findByText("Your role in the company does not include ordering.");
  expect(screen.queryByRole("button")).toBeNull();
});
