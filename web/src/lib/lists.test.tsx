import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { listCompanies } from "@tonneline/contract/companies";
import { listOrders } from "@tonneline/contract/orders";
import type { PropsWithChildren } from "react";
import { expect, test, vi } from "vitest";
import { listOf, useAround, withSums } from "./lists.ts";

const companies = listOf(listCompanies, { key: ["companies"], sort: "name" });

test("Beside a record on its own page stand those of the list that was seen last", () => {
  const client = new QueryClient();
  const seen = (query: string, ids: number[], updatedAt: number) =>
    client.setQueryData(
      [...companies.key, "list", query],
      { content: ids.map((id) => ({ id })) },
      { updatedAt },
    );
  seen("older", [5, 7, 9], 1);
  seen("last", [3, 7, 4], 2);
  const go = vi.fn<(id: number) => void>();
  const around = (id: number) =>
    renderHook(() => useAround(companies, id, go), {
      wrapper: ({ children }: PropsWithChildren) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    }).result.current;

  const middle = around(7)!;
  expect(middle).toMatchObject({ nth: 2, of: 3 });
  middle.previous?.();
  middle.next?.();
  expect(go.mock.calls).toEqual([[3], [4]]);
  expect(around(3)).toMatchObject({ previous: undefined, nth: 1 });
  expect(around(4)).toMatchObject({ next: undefined, nth: 3 });
  expect(around(5)).toBeUndefined();
});

test("All has each status once, and open those that wait: what is due or overdue is of one of them", () => {
  const counts = { AWAITING_APPROVAL: 2, AWAITING_PAYMENT: 4, PAID: 7, REJECTED: 1 };
  const parts = { DUE: 3, OVERDUE: 1 };
  const list = { endpoint: listOrders, open: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"] as const };
  expect(withSums(list, { ...counts, ...parts })).toEqual({
    ...counts,
    ...parts,
    all: 14,
    open: 6,
  });
  expect(withSums({ endpoint: listOrders }, { ...counts, ...parts })).not.toHaveProperty("open");
  expect(withSums(list, undefined)).toBeUndefined();
});
