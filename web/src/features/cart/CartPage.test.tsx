import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { CartPage } from "./CartPage.tsx";

let company: { role: string; blocked: boolean; members: []; approvalRules: [] };
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json(company),
  "GET /api/v1/me/cart/deprecated": () => Response.json({ projects: [], reports: [], changes: [] }),
  "GET /api/v1/me/approvals": () => Response.json({ content: [], totalElements: 0, counts: {} }),
});

beforeEach(() => {
  vi.stubGlobal("fetch", server);
  return () => vi.unstubAllGlobals();
});

test.each([
  { role: "BUYER", blocked: false, told: /^Choose a project and the tonnes/ },
  { role: "VIEWER", blocked: false, told: /^You may not order for your company/ },
  { role: "OWNER", blocked: true, told: /^You may not order for your company/ },
])("An empty cart asks to choose only whoever may buy: $role, blocked $blocked", async (given) => {
  const { told, ...caller } = given;
  company = { ...caller, members: [], approvalRules: [] };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <CartPage />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText("Your cart is empty")).toBeInTheDocument();
  expect(await screen.findByText(told)).toBeInTheDocument();
});
