import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { getOrder, listOrders } from "@tonneline/contract/orders";
import { call } from "../../../lib/api.ts";
import { latestOnly } from "../../../lib/latest.ts";
import { exportList, useListCounts, useListPage } from "../../../lib/lists.ts";
import { untilFilesAreThere } from "../orders.queries.ts";

export type ManagedQuery = RequestOf<typeof listOrders>["query"];

const keys = { all: ["management", "orders"] as const };
// Asked anew with every pause in typing.
const findOrders = latestOnly();

/** A page of everybody's orders; the page before stays on screen while the next one loads. */
export function useManagedOrders(query: ManagedQuery) {
  return useListPage(findOrders, listOrders, { query }, keys.all);
}

/** One order with its history; not asked for while `id` is empty. */
export function useManagedOrder(id: string) {
  return useQuery({
    queryKey: [...keys.all, "one", id],
    queryFn: ({ signal }) => call(getOrder, { params: { id } }, { signal }),
    refetchInterval: untilFilesAreThere,
    enabled: id !== "",
  });
}

/** How many orders wait for an approval; undefined while unknown or not asked for. */
export function useOrdersToApprove(enabled: boolean): number | undefined {
  return useListCounts(listOrders, keys.all, enabled)?.AWAITING_APPROVAL;
}

/** Asks anew for every list and order of the operators. */
export function useRefreshOrders() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** All rows of a filter as a file. */
export function exportOrders(query: ManagedQuery): Promise<void> {
  return exportList(listOrders, { query }, "orders");
}
