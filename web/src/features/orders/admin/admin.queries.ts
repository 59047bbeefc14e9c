import { useQuery } from "@tanstack/react-query";
import { countryCodes } from "@tonneline/contract/countries";
import { getOrderForecast } from "@tonneline/contract/orderDecisions";
import { getOrder, listOrders, type ManagedOrder } from "@tonneline/contract/orders";
import { call } from "../../../lib/api.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";
import { codeListPattern } from "../../../lib/codeListPattern.ts";
import { isoDay, rowId } from "../../../lib/tableSearch.ts";
import { useRefreshTrails } from "../../records/records.queries.ts";
import { untilFilesAreThere } from "../orders.queries.ts";

const refreshEveryMs = 5000;
const amount = /^\d{1,12}(\.\d{1,2})?$/;

/** All orders, filtered by the search parameters. */
export const managedOrders = listOf(listOrders, {
  key: ["management", "orders"],
  file: "orders",
  sort: "waiting",
  refreshEveryMs,
  tabs: ["AWAITING_APPROVAL", "AWAITING_PAYMENT", "DUE", "OVERDUE", "PAID", "REJECTED", "all"],
  open: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"],
  tabQuery: (tab) => ({ DUE: { due: "true" }, OVERDUE: { overdue: "true" } })[tab as string],
  filters: {
    country: codeListPattern(countryCodes),
    from: [isoDay, "createdFrom"],
    to: [isoDay, "createdTo"],
    paidFrom: isoDay,
    paidTo: isoDay,
    totalFrom: amount,
    totalTo: amount,
    project: [rowId, "projectId"],
    company: [rowId, "companyId"],
    buyer: [rowId, "userId"],
  },
});

/** One order with its history; not requested while `id` is empty. */
export function useManagedOrder(id: string) {
  return useQuery({
    queryKey: [...managedOrders.key, "one", id],
    queryFn: ({ signal }) => call(getOrder, { params: { id } }, { signal }),
    refetchInterval: (query) => untilFilesAreThere(query) || refreshEveryMs,
    enabled: id !== "",
  });
}

/** The effects that a decision on an order would have now; refetched whenever the order changes. */
export function useOrderForecast({ id, version }: Pick<ManagedOrder, "id" | "version">) {
  return useQuery({
    queryKey: [...managedOrders.key, "forecast", id, version],
    queryFn: ({ signal }) => call(getOrderForecast, { params: { id: String(id) } }, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** Refetches all lists and orders of the operators, and the notes, mails and activity of the open record. */
export function useRefreshOrders() {
  const refresh = useRefreshList(managedOrders);
  const refreshTrails = useRefreshTrails();
  return async () => {
    await Promise.all([refresh(), refreshTrails()]);
  };
}
