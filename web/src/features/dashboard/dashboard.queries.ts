import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listAudit } from "@tonneline/contract/audit";
import { getSales, getStock } from "@tonneline/contract/dashboard";
import { listReceivables } from "@tonneline/contract/receivables";
import { call } from "../../lib/api.ts";
import type { SalesRange } from "./salesRange.ts";

const key = ["management", "dashboard"];
// Colleagues work meanwhile.
const refetchInterval = 30_000;

/** Invoices that are not paid, by their age. */
export function useAgeing() {
  return useQuery({
    queryKey: [...key, "ageing"],
    queryFn: ({ signal }) => call(listReceivables, { query: { size: "1" } }, { signal }),
    refetchInterval,
  });
}

/** Paid orders of a range; those of the range before stay until they are there. */
export function useSales({ from, to, compare }: SalesRange) {
  return useQuery({
    queryKey: [...key, "sales", from, to, compare],
    queryFn: ({ signal }) => call(getSales, { query: { from, to, compare } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Tonnes on sale, in carts and in unpaid orders by type of project, the largest stock on sale first. */
export function useStock() {
  return useQuery({
    queryKey: [...key, "stock"],
    queryFn: async ({ signal }) => (await call(getStock, {}, { signal })).rows,
  });
}

/** The last things that anybody did. */
export function useLastEntries() {
  return useQuery({
    queryKey: [...key, "activity"],
    queryFn: ({ signal }) => call(listAudit, { query: { size: "8", sort: "at,desc" } }, { signal }),
    refetchInterval,
  });
}
