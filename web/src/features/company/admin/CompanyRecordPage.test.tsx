import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import "../../../lib/i18n.ts";
import { today } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import { CompanyRecordPage } from "./CompanyRecordPage.tsx";
import { OrdersBlock } from "./OrdersBlock.tsx";

const at = "2026-11-20T09:30:00Z";
const company = {
  id: 5,
  version: 1,
  name: "Brennvik",
  state: "ACTIVE",
  createdAt: at,
  members: 0,
  orders: 0,
  paid: 0,
  open: 0,
  details: {},
  eInvoices: { profile: "EN16931", reference: null, address: null },
  mergedInto: null,
  blockedReason: null,
  creditLimit: null,
  account: {
    invoiced: 0,
    openInvoices: 0,
    overdue: 0,
    overdueInvoices: 0,
    toApprove: 0,
    ordersToApprove: 0,
    toRefund: 0,
    paysAfterDays: null,
    paidOrders: 0,
    paidTonnes: 0,
  },
  people: [],
  invitations: [],
  holdings: { purchased: 0, available: 0, expected: 0 },
  retirements: 0,
};
const trail = { notes: [], mails: [], colleagues: [], activity: [] };
const none = { content: [], totalElements: 0, page: 0, size: 6, last: true };

const operator = ["users:read", "users:write"];

function showCompany(
  facts: object = {},
  holdings: (url: URL) => object = () => none,
  permissions = operator,
) {
  vi.stubGlobal("scrollTo", () => {});
  storeTokens({
    authToken: tokenFor({ permissions }),
    refreshToken: "refresh",
  });
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies/5": () => Response.json({ ...company, ...facts }),
      "GET /api/v1/management/companies/5/holdings": (url) => Response.json(holdings(url)),
      "GET /api/v1/management/orders": () =>
        Response.json({ ...none, counts: { AWAITING_APPROVAL: 0, AWAITING_PAYMENT: 0 } }),
      "GET /api/v1/management/companies/5/account": () => Response.json(none),
      "GET /api/v1/management/companies/5/vat-checks": () =>
        Response.json({ ...none, asksVies: false }),
      "GET /api/v1/management/price-lists": () => Response.json(none),
      "GET /api/v1/management/records/companies/5": () => Response.json(trail),
      "POST /api/v1/management/records/companies/5/visits": () => Response.json({ content: [] }),
    }),
  );
  const root = createRootRoute({ component: Outlet });
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      page(paths.managementCompany, CompanyRecordPage),
      page(paths.managementCompanies, () => "All companies"),
    ]),
    history: createMemoryHistory({ initialEntries: ["/management/companies/5"] }),
    scrollRestoration: false,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("asks for confirmation before leaving with an unsaved note", async () => {
  showCompany();
  const leave = () => fireEvent.click(screen.getByRole("link", { name: "Companies" }));
  const note = await screen.findByLabelText("A note for colleagues; buyers never see it");
  fireEvent.change(note, { target: { value: "Pays in two parts" } });
  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(note).toHaveValue("Pays in two parts");

  leave();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText("All companies")).toBeInTheDocument();
});

const person = {
  userId: 1,
  username: "femke@brennvik.example",
  firstName: "Femke",
  lastName: "Aalders",
};
const member = { ...person, role: "BUYER", blocked: false, admitted: true, lastLoginAt: null };

it.each([
  ["its only owner is blocked", null, [member], true],
  ["an owner can act", "Femke Aalders", [{ ...member, role: "OWNER" }], false],
  ["nobody else is in it", null, [{ ...member, role: "OWNER", blocked: true }], false],
  ["nobody of it is admitted", null, [{ ...member, admitted: false }], false],
])("says whether nobody can manage the company: %s", async (_, ownerName, people, isSaid) => {
  showCompany({ ownerName, people });
  await screen.findByRole("heading", { name: "People" });
  expect(screen.queryAllByText("No owner of this company can act for it.")).toHaveLength(
    isSaid ? 1 : 0,
  );
});

const seller = [...operator, "orders:read", "orders:write", "projects:read"];
const buyers = { people: [member] };
const into = { mergedInto: { id: 6, name: "Wend Ceramics" }, mergeReason: "One firm" };

it.each<[string, object, string[], string[]]>([
  ["active", buyers, seller, ["New quote", "Credit limit", "Merge", "Block"]],
  ["active, seen without orders", buyers, operator, ["Credit limit", "Merge", "Block"]],
  ["active, of people who cannot act", {}, seller, ["Credit limit", "Merge", "Block"]],
  ["blocked", { ...buyers, state: "BLOCKED" }, seller, ["Credit limit", "Merge", "Unblock"]],
  ["closed", { state: "CLOSED" }, seller, ["Merge"]],
  ["merged", { state: "CLOSED", ...into }, seller, []],
  ["active, read only", buyers, ["users:read"], []],
])("offers the possible steps of a company that is %s", async (_, facts, permissions, steps) => {
  showCompany(facts, undefined, permissions);
  const title = await screen.findByRole("heading", { level: 1, name: "Brennvik" });
  await screen.findByRole("heading", { name: "People" });
  const head = within(title.closest("header")!);
  const names = ["New quote", "Credit limit", "Merge", "Block", "Unblock"];
  const offered = [...head.queryAllByRole("link"), ...head.queryAllByRole("button")];
  expect(
    offered.map(({ textContent }) => textContent).filter((name) => names.includes(name)),
  ).toEqual(steps);
});

it("shows all of a company's holdings when asked, however many there are", async () => {
  const holding = { projectId: 1, projectName: "Peatland", year: 2024, purchased: 1 };
  const rest = { inProgress: 0, retired: 0, available: 1, expected: 0 };
  const asked: (string | null)[] = [];
  showCompany({}, ({ searchParams }) => {
    asked.push(searchParams.get("size"));
    return { ...none, content: [{ id: 1, ...holding, ...rest }], totalElements: 1200 };
  });
  fireEvent.click(await screen.findByRole("button", { name: "All 1,200" }));
  await expect.poll(() => asked).toEqual(["6", null]);
});

it.each([
  [[], ["Holdings"]],
  [["orders:read"], ["Orders", "Money", "Holdings"]],
  [["projects:read"], ["Price lists", "Holdings"]],
])("shows of a company what %j opens, besides the companies themselves", async (more, shown) => {
  showCompany({}, undefined, ["users:read", ...more]);
  await screen.findByRole("heading", { name: "Holdings" });
  const blocks = ["Orders", "Money", "Price lists", "Holdings", "Retirements"];
  const titles = screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent!);
  expect(blocks.filter((block) => titles.some((title) => title.startsWith(block)))).toEqual(shown);
});

it.each([
  [100, 100, "100%"],
  [100, 150, "€50.00 over the limit"],
  [0, 0, "0%"],
  [0, 1, "€1.00 over the limit"],
])("of a credit limit of %i euros, %i are: %s", async (creditLimit, open, expected) => {
  showCompany({ creditLimit, open });
  expect(await screen.findByText(expected)).toBeInTheDocument();
});

it("says which of a company's orders are late: from the day after they are due", async () => {
  const daysAgo = (days: number) =>
    new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);
  const order = { createdAt: at, totalCredits: 1, totalPriceGross: 119, paidAt: null };
  const content = [
    { ...order, id: 11, status: "AWAITING_PAYMENT", dueOn: daysAgo(0) },
    { ...order, id: 12, status: "AWAITING_PAYMENT", dueOn: daysAgo(1) },
    { ...order, id: 13, status: "PAID", dueOn: daysAgo(9), paidAt: at },
    { ...order, id: 14, status: "REJECTED", dueOn: daysAgo(9) },
  ];
  const counts = { AWAITING_APPROVAL: 0, AWAITING_PAYMENT: 2 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/orders": () => Response.json({ ...none, content, counts }),
    }),
  );
  showPage(() => <OrdersBlock company={company as never} />);
  await screen.findByText("12");
  expect(screen.getByText("2 of them open")).toBeInTheDocument();
  const late = screen.getAllByRole("row").filter(({ textContent }) => /late/.test(textContent!));
  expect(late).toEqual([screen.getByText("12").closest("tr")]);
});
