import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { Figures } from "./Figures.tsx";
import "../../locales/en/bank.ts";

const none = { count: 0, amount: 0 };

function showFigures(answer: () => Promise<Response>) {
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/management/bank": answer }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Figures />
    </QueryClientProvider>,
  );
}

test("reserves room for the figures while loading", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  showFigures(() => promise);
  expect(screen.getAllByRole("term")).toHaveLength(5);
  expect(screen.queryByText(/€/)).toBeNull();
  const figures = {
    matched: none,
    toCheck: { ...none, outgoing: 0 },
    openInvoices: none,
    credit: none,
  };
  resolve(Response.json({ accounts: [], oldestToCheck: null, ...figures }));
  await expect.poll(() => screen.queryAllByText(/€/)).toHaveLength(4);
  expect(screen.getAllByRole("term")).toHaveLength(5);
});

test.each([
  [50, "2 entries, the oldest from 9 Jan 2026 · €50.00 out"],
  [0, "2 entries, the oldest from 9 Jan 2026"],
])("says separately that €%s went out among the entries to check", async (outgoing, text) => {
  const figures = { accounts: [], oldestToCheck: "2026-01-09", openInvoices: none, credit: none };
  const toCheck = { count: 2, amount: 12.38, outgoing };
  showFigures(() => Promise.resolve(Response.json({ ...figures, matched: none, toCheck })));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("€12.38")).toBeVisible();
});
