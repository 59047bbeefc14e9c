import type { OrderStatus } from "@tonneline/contract/orders";
import { searchWords } from "../../lib/searchWords.ts";
import { pageSizes } from "../../lib/tableSearch.ts";
import type { OrderListQuery } from "./orders.queries.ts";

/** The filters of the list: what is still to come, what is paid, what was refused. */
export const orderFilters = {
  all: undefined,
  open: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"],
  paid: ["PAID"],
  rejected: ["REJECTED"],
} as const satisfies Record<string, readonly OrderStatus[] | undefined>;
export type OrderFilter = keyof typeof orderFilters;

export const orderSorts = ["id", "createdAt", "totalCredits", "totalPriceGross", "status"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The list as the address bar has it. */
export interface OrderSearch {
  filter: OrderFilter;
  /** Only those that the caller placed. */
  mine: boolean;
  q: string;
  sort: OrderSort;
  descending: boolean;
  /** From 0. */
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

/** Reads the address bar; what it does not understand counts as not there. */
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

/** Writes the address bar: only what differs from the list as it opens. */
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

/** The same list sorted by a column: the other way round when it already is, else from the large end of its figures. */
export function sortedBy(search: OrderSearch, sort: OrderSort): OrderSearch {
  const descending = search.sort === sort ? !search.descending : sort !== "status";
  return { ...search, sort, descending, page: 0 };
}

/** The list as the API is asked for it: a filter as its statuses, pages from 0, and no search for blanks. */
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

/** Numbers of orders by filter, out of the numbers by status. */
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
