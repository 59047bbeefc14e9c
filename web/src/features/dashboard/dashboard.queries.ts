import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listAudit } from "@tonneline/contract/audit";
import { getSales, getStock } from "@tonneline/contract/dashboard";
import { listReceivables } from "@tonneline/contract/receivables";
import { call } from "../../lib/api.ts";
import type { SalesRange } from "./salesRange.ts";

const key = ["management", "dashboard"];
// Colleagues work at the same time.
const refetchInterval = 30_000;

/** Queries unpaid invoices by age. */
export function useAgeing() {
  return useQuery({
    queryKey: [...key, "ageing"],
    queryFn: ({ signal }) => call(listReceivables, { query: { size: "1" } }, { signal }),
    refetchInterval,
  });
}

/** Queries paid orders of a range; those of the previous range stay until they arrive. */
export function useSales({ from, to, compare }: SalesRange) {
  return useQuery({
    queryKey: [...key, "sales", from, to, compare],
    queryFn: ({ signal }) => call(getSales, { query: { from, to, compare } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Queries tonnes on sale, in carts and in unpaid orders by project type, largest stock on sale first. */
export function useStock() {
  return useQuery({
    queryKey: [...key, "stock"],
    queryFn: async ({ signal }) => (await call(getStock, {}, { signal })).rows,
  });
}

/** Queries the latest actions of anybody. */
export function useLastEntries() {
  return useQuery({
    queryKey: [...key, "activity"],
    queryFn: ({ signal }) => call(listAudit, { query: { size: "8", sort: "at,desc" } }, { signal }),
    refetchInterval,
  });
}
