import type { OrderStatus } from "@tonneline/contract/orders";
import { searchWords } from "../../lib/searchWords.ts";
import { pageSizes } from "../../lib/tableSearch.ts";
import type { OrderListQuery } from "./orders.queries.ts";

/** The filters of the list: open, paid, rejected. */
export const orderFilters = {
  all: undefined,
  open: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"],
  paid: ["PAID"],
  rejected: ["REJECTED"],
} as const satisfies Record<string, readonly OrderStatus[] | undefined>;
export type OrderFilter = keyof typeof orderFilters;

export const orderSorts = ["id", "createdAt", "totalCredits", "totalPriceGross", "status"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The state of the list, as in the URL. */
export interface OrderSearch {
  filter: OrderFilter;
  /** Only the orders that the caller placed. */
  mine: boolean;
  q: string;
  sort: OrderSort;
  descending: boolean;
  /** Zero-based. */
  page: number;
  size: number;
}

export const noSearch: OrderSearch = {
  filter: "all",
  mine: false,
  q: "",
  sort: "createdAt",
  descending: true,
  page: 0,
  size: 20,
};

function oneOf<T extends string>(values: readonly T[], text: string | null, otherwise: T): T {
  return values.find((value) => value === text) ?? otherwise;
}

/** Parses the URL; invalid values are ignored. */
export function parseSearch(params: URLSearchParams): OrderSearch {
  const [field, direction] = (params.get("sort") ?? "createdAt,desc").split(",");
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  return {
    filter: oneOf(Object.keys(orderFilters) as OrderFilter[], params.get("status"), "all"),
    mine: params.get("by") === "me",
    q: searchWords(params),
    sort: oneOf(orderSorts, field ?? null, "createdAt"),
    descending: direction !== "asc",
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    size: pageSizes.find((each) => each === size) ?? noSearch.size,
  };
}

/** Formats the URL: only what differs from the defaults. */
export function formatSearch(search: OrderSearch): Record<string, string> {
  const { filter, mine, q, sort, descending, page, size } = search;
  return {
    ...(filter !== "all" && { status: filter }),
    ...(mine && { by: "me" }),
    ...(q.trim() && { q: q.trim() }),
    ...((sort !== "createdAt" || !descending) && {
      sort: `${sort},${descending ? "desc" : "asc"}`,
    }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(size !== noSearch.size && { size: String(size) }),
  };
}

/** Sorts the list by a column: reversed if already sorted by it, else in descending order (ascending for the status). */
export function sortedBy(search: OrderSearch, sort: OrderSort): OrderSearch {
  const descending = search.sort === sort ? !search.descending : sort !== "status";
  return { ...search, sort, descending, page: 0 };
}

/** Returns the query for the API: a filter as its statuses, pages from 0, and no search for blanks. */
export function listQuery({
  filter,
  mine,
  q,
  sort,
  descending,
  page,
  size,
}: OrderSearch): OrderListQuery {
  const status = orderFilters[filter];
  return {
    ...(status && { status: [...status] }),
    ...(mine && { by: "me" as const }),
    ...(q.trim() && { q: q.trim() }),
    sort: `${sort},${descending ? "desc" : "asc"}`,
    page,
    size,
  };
}

/** Sums the numbers of orders by status into those by filter. */
export function countsByFilter(counts: Record<OrderStatus, number>): Record<OrderFilter, number> {
  const sum = (statuses: readonly OrderStatus[]) =>
    statuses.reduce((total, status) => total + counts[status], 0);
  return {
    all: sum(Object.keys(counts) as OrderStatus[]),
    open: sum(orderFilters.open),
    paid: sum(orderFilters.paid),
    rejected: sum(orderFilters.rejected),
  };
}
