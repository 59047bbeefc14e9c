import { z } from "zod";
import { searchWords } from "./searchWords.ts";
import { storedPageSize } from "./pageSize.ts";

/** The state of a list of records in the URL, independent of any particular list. */
export interface TableSearch {
  /** One of the tabs. */
  tab: string;
  q: string;
  sort: string;
  descending: boolean;
  /** Zero-based. */
  page: number;
  size: number;
  /** Filters by name; unset filters are absent. */
  filters: Record<string, string>;
  /** Id of the record in the drawer, or "". */
  open: string;
}

/** The tabs, sort fields and filters that a list accepts. */
export interface TableSpec {
  tabs: readonly string[];
  sorts: readonly string[];
  /** The initial sort order. */
  sort: string;
  descending: boolean;
  /** Each filter by its name in the URL, with the values it accepts. */
  filters: Record<string, RegExp>;
}

export const pageSizes = [20, 50, 100] as const;

/** Returns the list's initial state, with the page size chosen last. */
export function initialSearch(spec: TableSpec): TableSearch {
  const { sort, descending } = spec;
  const tab = spec.tabs[0] ?? "";
  const size = storedPageSize(pageSizes);
  return { tab, q: "", sort, descending, page: 0, size, filters: {}, open: "" };
}

/** Parses the URL; invalid values count as absent. */
export function parseTable(spec: TableSpec, params: URLSearchParams): TableSearch {
  const initial = initialSearch(spec);
  const [field = "", direction] = (params.get("sort") ?? "").split(",");
  const sorted = spec.sorts.includes(field);
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  const tab = params.get("tab") ?? "";
  const open = params.get("open") ?? "";
  const filters = Object.entries(spec.filters).flatMap(([name, values]) => {
    const value = params.get(name);
    return value !== null && values.test(value) ? [[name, value] as const] : [];
  });
  return {
    tab: spec.tabs.includes(tab) ? tab : initial.tab,
    q: searchWords(params),
    sort: sorted ? field : initial.sort,
    descending: sorted ? direction === "desc" : initial.descending,
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    size: pageSizes.find((each) => each === size) ?? initial.size,
    filters: Object.fromEntries(filters),
    open: rowId.test(open) ? open : "",
  };
}

/** Formats the URL: only what differs from the initial state. */
export function formatTable(spec: TableSpec, search: TableSearch): Record<string, string> {
  const initial = initialSearch(spec);
  const { tab, q, sort, descending, page, size, filters, open } = search;
  return {
    ...(tab !== initial.tab && { tab }),
    ...(q.trim() && { q: q.trim() }),
    ...filters,
    ...((sort !== initial.sort || descending !== initial.descending) && {
      sort: sortOf(search),
    }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(size !== initial.size && { size: String(size) }),
    ...(open && { open }),
  };
}

/** Returns the sort parameter of the API: "createdAt,desc". */
export function sortOf({ sort, descending }: TableSearch): string {
  return `${sort},${descending ? "desc" : "asc"}`;
}

/** Returns the query parameters common to every list's API; tab and filters are specific to each list. */
export function pageQuery(search: TableSearch) {
  const q = search.q.trim();
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(q && { q }),
  };
}

/** Matches a calendar day as a filter's value: one that exists, in a year that the API accepts. */
export const isoDay = new RegExp(`^(?=19|[2-9])${z.regexes.date.source.slice(1)}`);

/** A row's id as a filter's value. */
export const rowId = /^[1-9]\d{0,8}$/;

/** Sorts by a column: reverses the direction if already sorted by it, else starts with the column's default direction. */
export function sortedBy(search: TableSearch, sort: string, largeFirst: boolean): TableSearch {
  const descending = search.sort === sort ? !search.descending : largeFirst;
  return { ...search, sort, descending, page: 0 };
}

/** Removes all filters; the search and the tab stay. */
export function unfiltered(search: TableSearch): TableSearch {
  return { ...search, filters: {}, page: 0 };
}

/** Sets one filter, or removes it if the value is empty. */
export function filteredBy(search: TableSearch, name: string, value: string): TableSearch {
  const { [name]: _before, ...others } = search.filters;
  return { ...search, filters: value ? { ...others, [name]: value } : others, page: 0 };
}
