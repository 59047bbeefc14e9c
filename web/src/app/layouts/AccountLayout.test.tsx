import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { DocumentsPage } from "../../features/documents/DocumentsPage.tsx";
import { QuotesPage } from "../../features/quotes/QuotesPage.tsx";
import { RetirementsPage } from "../../features/retirements/RetirementsPage.tsx";
import { QuestionsPage } from "../../features/support/QuestionsPage.tsx";
import { paths } from "../../lib/paths.ts";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { AccountLayout } from "./AccountLayout.tsx";

const listed = ["Orders", "Quotes", "Documents"];
const named = { firstName: "Ilse", lastName: "Varendonk" };
const owner = { userId: 1, ...named, role: "OWNER", blocked: false, admitted: true };

function Order() {
  usePageTitle("Order 10001");
  return <p>What is there</p>;
}

function openAs(role: string, address: string) {
  const company = { name: "Varendonk Shipping", role, members: [owner], blocked: false };
  const response = vi.fn<() => Response>(() => Response.json(company));
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/company": response }));
  const root = createRootRoute({ component: AccountLayout });
  const page = (path: string) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: path === paths.order ? Order : () => <p>What is there</p>,
      staticData: { title: path === paths.documents ? "documents" : "retirements" },
    });
  const router = createRouter({
    routeTree: root.addChildren([paths.order, paths.documents, paths.retirements].map(page)),
    history: createMemoryHistory({ initialEntries: [address] }),
    scrollRestoration: false,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return response;
}

it.each([
  ["VIEWER", []],
  ["ACCOUNTANT", listed],
])(
  "shows a member who is %s these tabs of orders, quotes and documents: %j",
  async (role, shown) => {
    const response = openAs(role, paths.retirements);
    expect(await screen.findByRole("link", { name: "Retirements" })).toBeInTheDocument();
    await vi.waitFor(() =>
      expect(listed.filter((name) => screen.queryByRole("link", { name }) !== null)).toEqual(shown),
    );
    expect(response).toHaveBeenCalled();
    expect(screen.getByText("What is there")).toBeInTheDocument();
  },
);

it.each(["/user/settings/documents", "/user/settings/orders/10001"])(
  "explains to a viewer at %s that the role does not open it, and whom to ask",
  async (address) => {
    openAs("VIEWER", address);
    expect(await screen.findByText("Your role cannot open this page")).toBeInTheDocument();
    expect(screen.getByText(/^You are a viewer in Varendonk Shipping: /)).toHaveTextContent(
      "Ilse Varendonk can give you another one.",
    );
    expect(screen.queryByText("What is there")).toBeNull();
  },
);

it.each([
  [paths.documents, "Documents"],
  ["/user/settings/orders/10001", "Order 10001"],
])("titles %s above its tabs like the document title: %s", async (address, name) => {
  openAs("OWNER", address);
  expect(await screen.findByRole("heading", { level: 1, name })).toBeInTheDocument();
});

it.each([
  ["Quotes", QuotesPage],
  ["Documents", DocumentsPage],
  ["Retirements", RetirementsPage],
  ["Support", QuestionsPage],
])("does not have the title %s repeated by the list below the tabs", async (_, page) => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  showPage(page);
  await screen.findByRole("searchbox");
  expect(screen.queryAllByRole("heading")).toEqual([]);
});

it("requests no company of an Admin who must set up a second factor", async () => {
  storeTokens({ authToken: tokenFor({ needsSecondFactor: true }), refreshToken: "r" });
  const response = openAs("OWNER", paths.retirements);
  expect(await screen.findByText("What is there")).toBeInTheDocument();
  expect(response).not.toHaveBeenCalled();
  clearTokens();
});
