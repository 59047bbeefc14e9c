import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { getOrder, listOrders } from "@tonneline/contract/orders";
import { call, downloadCsv } from "../../../lib/api.ts";
import { today } from "../../../lib/format.ts";
import { untilFilesAreThere } from "../orders.queries.ts";
import { latestOnly } from "../../../lib/latest.ts";

export type ManagedQuery = RequestOf<typeof listOrders>["query"];

const keys = { all: ["management", "orders"] as const };
// Asked anew with every pause in typing.
const findOrders = latestOnly();

/** A page of everybody's orders; the page before stays on screen while the next one loads. */
export function useManagedOrders(query: ManagedQuery) {
  return useQuery({
    queryKey: [...keys.all, "list", query],
    queryFn: ({ signal }) => findOrders(listOrders, { query }, signal),
    placeholderData: keepPreviousData,
  });
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
  const { data } = useQuery({
    queryKey: [...keys.all, "waiting"],
    queryFn: ({ signal }) => call(listOrders, { query: { size: "1" } }, { signal }),
    enabled,
    refetchInterval: 60_000,
  });
  return data?.counts.AWAITING_APPROVAL;
}

/** Asks anew for every list and order of the operators. */
export function useRefreshOrders() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

/** All rows of a filter as a file. */
export function exportAll({
  page: _,
  size: __,
  ...query
}: RequestOf<typeof listOrders>["query"]): Promise<void> {
  return downloadCsv(listOrders, { query }, `orders-${today()}.csv`);
}
