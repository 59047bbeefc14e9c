import { z } from "zod";
import { searchWords } from "./searchWords.ts";
import { usualSize } from "./usualSize.ts";

/** What the address bar says of a list of records. Kept free of any one list's words. */
export interface TableSearch {
  /** One of the tabs; the first shows everything. */
  tab: string;
  q: string;
  sort: string;
  descending: boolean;
  /** From 0. */
  page: number;
  size: number;
  /** Filters by name; a filter that is not set is not there. */
  filters: Record<string, string>;
  /** Id of the record in the drawer, or "". */
  open: string;
}

/** What one list understands. */
export interface TableSpec {
  tabs: readonly string[];
  sorts: readonly string[];
  /** The order it opens in. */
  sort: string;
  descending: boolean;
  /** Each filter by its name in the address, with the values it takes. */
  filters: Record<string, RegExp>;
}

export const pageSizes = [20, 50, 100] as const;

/** The list as it opens, with as many rows as were chosen last. */
export function untouched(spec: TableSpec): TableSearch {
  const { sort, descending } = spec;
  const tab = spec.tabs[0] ?? "";
  const size = usualSize(pageSizes);
  return { tab, q: "", sort, descending, page: 0, size, filters: {}, open: "" };
}

/** Reads the address bar; what it does not understand counts as not there. */
export function parseTable(spec: TableSpec, params: URLSearchParams): TableSearch {
  const plain = untouched(spec);
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
    tab: spec.tabs.includes(tab) ? tab : plain.tab,
    q: searchWords(params),
    sort: sorted ? field : plain.sort,
    descending: sorted ? direction === "desc" : plain.descending,
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    size: pageSizes.find((each) => each === size) ?? plain.size,
    filters: Object.fromEntries(filters),
    open: rowId.test(open) ? open : "",
  };
}

/** Writes the address bar: only what differs from the list as it opens. */
export function formatTable(spec: TableSpec, search: TableSearch): Record<string, string> {
  const plain = untouched(spec);
  const { tab, q, sort, descending, page, size, filters, open } = search;
  return {
    ...(tab !== plain.tab && { tab }),
    ...(q.trim() && { q: q.trim() }),
    ...filters,
    ...((sort !== plain.sort || descending !== plain.descending) && {
      sort: sortOf(search),
    }),
    ...(page > 0 && { page: String(page + 1) }),
    ...(size !== plain.size && { size: String(size) }),
    ...(open && { open }),
  };
}

/** As the API takes it: "createdAt,desc". */
export function sortOf({ sort, descending }: TableSearch): string {
  return `${sort},${descending ? "desc" : "asc"}`;
}

/** What every list's API takes of it; the tab and the filters are each list's own. */
export function pageQuery(search: TableSearch) {
  const q = search.q.trim();
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(q && { q }),
  };
}

/** A calendar day as a filter's value: one that there is, and that the API takes. */
export const isoDay = new RegExp(`^(?=19|[2-9])${z.regexes.date.source.slice(1)}`);

/** A row's id as a filter's value. */
export const rowId = /^[1-9]\d{0,8}$/;

/** Sorted by a column: the other way round when it already is, else from where its reader begins. */
export function sortedBy(search: TableSearch, sort: string, largeFirst: boolean): TableSearch {
  const descending = search.sort === sort ? !search.descending : largeFirst;
  return { ...search, sort, descending, page: 0 };
}

/** Without any filter; the search and the tab stay. */
export function unfiltered(search: TableSearch): TableSearch {
  return { ...search, filters: {}, page: 0 };
}

/** With one filter set, or without it. */
export function filteredBy(search: TableSearch, name: string, value: string): TableSearch {
  const { [name]: _before, ...others } = search.filters;
  return { ...search, filters: value ? { ...others, [name]: value } : others, page: 0 };
}
