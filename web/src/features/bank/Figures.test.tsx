import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { Figures } from "./Figures.tsx";
import "../../locales/en/bank.ts";

test("reserves room for the figures while loading", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/bank": () => promise }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Figures />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole("term")).toHaveLength(5);
  expect(screen.queryByText(/€/)).toBeNull();
  const none = { count: 0, amount: 0 };
  const figures = { matched: none, toCheck: none, openInvoices: none, credit: none };
  resolve(Response.json({ accounts: [], oldestToCheck: null, ...figures }));
  await expect.poll(() => screen.queryAllByText(/€/)).toHaveLength(4);
  expect(screen.getAllByRole("term")).toHaveLength(5);
});
