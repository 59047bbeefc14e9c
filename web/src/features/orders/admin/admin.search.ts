import { managedOrderSorts, orderStatuses } from "@tonneline/contract/orders";
import { sortOf, type TableSearch, type TableSpec } from "../../../ui/table/tableSearch.ts";
import type { ManagedQuery } from "./admin.queries.ts";

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

export const ordersSpec: TableSpec = {
  tabs: ["all", ...orderStatuses],
  sorts: managedOrderSorts,
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
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...(search.q.trim() && { q: search.q.trim() }),
    ...(country && { country }),
    ...(from && { createdFrom: from }),
    ...(to && { createdTo: to }),
    ...(overdue && { overdue: "true" }),
  };
}
