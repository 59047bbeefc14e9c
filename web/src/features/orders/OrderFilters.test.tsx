import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/orders.ts";
import "../../locales/en/table.ts";
import { OrderFilters } from "./OrderFilters.tsx";
import { noSearch } from "./orders.search.ts";

test("a pill reserves room for its count, and until it is loaded is named by its status alone", async () => {
  const company = vi.fn<() => Response>(() => Response.json({ members: [{}] }));
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/company": company }));
  const filters = (counts?: Record<string, number>) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <OrderFilters search={noSearch} counts={counts as never} onChange={() => {}} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const client = new QueryClient();
  const { rerender } = render(filters());
  const pill = screen.getByRole("button", { name: "Paid" });
  expect(pill.querySelector("span")).toBeEmptyDOMElement();
  rerender(filters({ AWAITING_APPROVAL: 1, AWAITING_PAYMENT: 2, PAID: 12, REJECTED: 0 }));
  expect(screen.getByRole("button", { name: "Paid 12" })).toBe(pill);
  await expect.poll(() => company.mock.calls.length).toBe(1);
});
