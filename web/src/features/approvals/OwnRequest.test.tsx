import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import type { Approval } from "@tonneline/contract/approvals";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/approvals.ts";
import { OwnRequest } from "./OwnRequest.tsx";

let role: CompanyRole;
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
});

beforeEach(() => {
  vi.stubGlobal("fetch", server);
  return () => vi.unstubAllGlobals();
});

function show(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const approval = { id: 1, status: "PENDING", remindedAt: null, waitsFor: ["Anna"] };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <OwnRequest approval={approval as Approval} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

test.each([
  ["BUYER", 3],
  ["ACCOUNTANT", 0],
] as const)("Its requester, who is %s by now, has %i things to do with it", async (now, things) => {
  role = now;
  const client = show();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryAllByRole("button")).toHaveLength(things));
});
