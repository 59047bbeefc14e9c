import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/portfolio.ts";
import "../../locales/en/retirements.ts";
import { RetirementPanel } from "./RetirementPanel.tsx";

const retirement = {
  id: 9,
  status: "RETIREMENT_IN_PROGRESS",
  startedAt: null,
  quantity: 5,
  projectName: "Mangroves",
  registry: { name: "Verra" },
  purpose: "OWN_EMISSIONS",
  requestedAt: "2024-03-18T12:00:00.000Z",
  blocks: [],
};

it.each([
  ["BUYER", 1],
  ["ACCOUNTANT", 0],
  ["VIEWER", 0],
])("lets a member who is %s withdraw a request: %i", async (role, count) => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
      "GET /api/v1/me/retirements/9": () => Response.json(retirement),
    }),
  );
  const client = new QueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <RetirementPanel id="9" onClose={() => {}} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("Mangroves");
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await vi.waitFor(() =>
    expect(screen.queryAllByRole("button", { name: "Withdraw" })).toHaveLength(count),
  );
});
