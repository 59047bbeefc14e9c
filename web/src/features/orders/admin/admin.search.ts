import { listOrders, orderStatuses } from "@tonneline/contract/orders";
import {
  isoDay,
  pageQuery,
  type TableSearch,
  type TableSpec,
} from "../../../ui/table/tableSearch.ts";
import type { ManagedQuery } from "./admin.queries.ts";

export const orderTabs = ["all", ...orderStatuses] as const;

export const ordersSpec: TableSpec = {
  tabs: orderTabs,
  sorts: listOrders.list.sorts,
  sort: "createdAt",
  descending: true,
  filters: {
    country: /^[A-Z]{2}(,[A-Z]{2})*$/,
    from: isoDay,
    to: isoDay,
    overdue: /^true$/,
  },
};

/** What the API is asked for. */
export function queryOf(search: TableSearch): ManagedQuery {
  const { country, from, to, overdue } = search.filters;
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(country && { country }),
    ...(from && { createdFrom: from }),
    ...(to && { createdTo: to }),
    ...(overdue && { overdue: "true" }),
  };
}
