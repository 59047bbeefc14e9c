import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { serverOf } from "../../test/network.ts";
import { AccountLayout } from "./AccountLayout.tsx";

const listed = ["Orders", "Quotes", "Documents"];

it.each([
  ["VIEWER", []],
  ["ACCOUNTANT", listed],
])("offers a member who is %s these of orders, quotes and documents: %j", async (role, shown) => {
  const answer = vi.fn<() => Response>(() => Response.json({ role, blocked: false }));
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/company": answer }));
  const routeTree = createRootRoute({
    component: AccountLayout,
    notFoundComponent: () => null,
  });
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    scrollRestoration: false,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("link", { name: "Retirements" })).toBeInTheDocument();
  await vi.waitFor(() =>
    expect(listed.filter((name) => screen.queryByRole("link", { name }) !== null)).toEqual(shown),
  );
  expect(answer).toHaveBeenCalled();
});
