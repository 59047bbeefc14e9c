import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { ResponseOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import { useEffect, useMemo, useState } from "react";
import { call, downloadCsv } from "./api.ts";
import { failureOf, reasonOf } from "./failure.ts";
import { today } from "./format.ts";
import { latestOnly } from "./latest.ts";
import { comparePages } from "./live.ts";
import { useUser } from "./session.ts";
import { pageQuery, type TableSearch, type TableSpec } from "./tableSearch.ts";
import { useTableSearch, type ChangeTable } from "./useTableSearch.ts";
import { useViews } from "./views.ts";

/** A list endpoint that declares its sort fields. */
type Listing = Endpoint & { method: "GET"; list: { sorts: readonly string[] } };
type RowOf<E extends Listing> =
  ResponseOf<E> extends { content: (infer Row extends Identified)[] } ? Row : never;
type CountsOf<E extends Listing> =
  ResponseOf<E> extends { counts: infer Counts extends Record<string, number> } ? Counts : never;
type StatusOf<E extends Listing> = Extract<keyof CountsOf<E>, string>;
type TabOf<E extends Listing> = "all" | StatusOf<E>;
type QueryOf<E extends Listing> =
  RequestOf<E> extends { query: infer Query extends object } ? Query : never;
type PageOf<E extends Listing> = ResponseOf<E> & {
  content: RowOf<E>[];
  totalElements: number;
  counts?: CountsOf<E>;
};

interface Identified {
  id: number;
}

/** A request put together from the URL, which no type can compare with the endpoint's: a test sends each to its schema. */
interface ListRequest {
  params?: object;
  query: object;
}

/** At most this many rows can be selected at once. */
const selectionLimit = 1000;

interface ListOptions<E extends Listing> {
  /** The query key under which its pages are cached. */
  key: readonly unknown[];
  /** The base name of its export file; without one there is no export. */
  file?: E extends { csv: true } ? string : never;
  /** The initial sort order. */
  sort: E["list"]["sorts"][number];
  descending?: boolean;
  /** The tabs in display order; the first is open initially. Default: all, then those of the contract. */
  tabs?: readonly TabOf<E>[];
  /** Adds a first tab "open" that combines these statuses: everything that is waiting. */
  open?: readonly StatusOf<E>[];
  /** The API query for a tab, if it is not a filter by the tab's name. */
  tabQuery?: (tab: TabOf<E>) => object | undefined;
  /** Each filter by its name in the URL: the values it accepts, and its name in the API if that differs. */
  filters?: Record<string, RegExp | readonly [values: RegExp, as: string]>;
  /** How often it polls for changes by others: changed rows update in place, new ones wait until requested. */
  refreshEveryMs?: number;
}
export type List<E extends Listing> = ReturnType<typeof listOf<E>>;

/** Declares a list's screen: `useList` then keeps its state in the URL and handles loading, search, selection and export. */
export function listOf<const E extends Listing>(endpoint: E, options: ListOptions<E>) {
  const { filters = {}, tabQuery } = options;
  const field = endpoint.list.tabs?.field;
  const tabs = options.tabs ?? (["all", ...(endpoint.list.tabs?.names ?? [])] as TabOf<E>[]);
  const spec: TableSpec = {
    tabs: options.open ? ["open", ...tabs] : tabs,
    sorts: endpoint.list.sorts,
    sort: options.sort,
    descending: options.descending ?? false,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        name,
        filter instanceof RegExp ? filter : filter[0],
      ]),
    ),
  };

  /** Builds the API query for a search. */
  function queryOf(search: TableSearch): QueryOf<E> {
    const chosen = Object.entries(search.filters).map(([name, value]) => {
      const filter = filters[name];
      return [filter instanceof RegExp || !filter ? name : filter[1], value];
    });
    const statuses = search.tab === "open" ? (options.open ?? []).join(",") : search.tab;
    const tab = search.tab === "all" || !field ? {} : { [field]: statuses };
    return {
      ...pageQuery(search),
      ...(tabQuery?.(search.tab as TabOf<E>) ?? tab),
      ...Object.fromEntries(chosen),
    } as QueryOf<E>;
  }

  // A request is sent at every pause in typing: only the newest search counts.
  const fetchLatest = latestOnly();
  return {
    ...options,
    endpoint,
    spec,
    queryOf,
    async load(request: ListRequest, signal?: AbortSignal): Promise<PageOf<E>> {
      return (await call(endpoint, request as RequestOf<E>, { signal })) as PageOf<E>;
    },
    /** Loads a page like `load`, and cancels the one that it is loading. */
    async loadLatest(request: ListRequest, signal: AbortSignal): Promise<PageOf<E>> {
      return (await fetchLatest(endpoint, request as RequestOf<E>, signal)) as PageOf<E>;
    },
  };
}

/** A list that belongs to one record among several. */
interface ParentRecord {
  params: object;
  key: readonly unknown[];
  file: string;
}

/**
 * Returns the state of a list for ListScreen: `search` is parsed from the URL, `data` is the page (the previous one
 * stays while the next one loads), `chosen` are the selected rows.
 */
export function useList<E extends Listing>(list: List<E>, parent?: ParentRecord) {
  const [search, change] = useTableSearch(list.spec);
  const request = { ...(parent && { params: parent.params }), query: list.queryOf(search) };
  const queryKey = [...(parent?.key ?? list.key), "list", request];
  const page = useQuery({
    queryKey,
    queryFn: ({ signal }) => list.loadLatest(request, signal),
    placeholderData: keepPreviousData,
    // Changes by others arrive through useLiveChanges, which moves no row under the pointer.
    refetchOnWindowFocus: list.refreshEveryMs === undefined,
  });
  const { error, isPlaceholderData, refetch } = page;
  const { data, live } = useLiveChanges(list, request, page, queryKey);
  const file = parent?.file ?? list.file;
  // Saved views of one record's list would be useless for the next record.
  const views = useViews(parent ? [] : list.key);
  const rows = data?.content;
  const { selected, chosen, onSelect, clear } = useSelection(search, rows);

  /** Selects all rows that currently match, on every page; rows added later are not included. */
  async function onAll() {
    const query = { ...request.query, page: "0", size: String(selectionLimit) };
    const { content } = await list.load({ ...request, query });
    onSelect(new Set(content.map(idOf)), content);
  }
  return {
    search,
    change,
    data,
    /** The selected rows, of all pages. */
    chosen,
    clear,
    /** The records before and after the open one; undefined if its row is not shown. */
    neighbours: neighboursOf(rows ?? [], search.open, (id) =>
      change({ ...search, open: String(id) }),
    ),
    /** Closes the open record. */
    close: () => change({ ...search, open: "" }),
    screen: {
      spec: list.spec,
      search,
      onChange: change,
      idOf,
      tabs: list.spec.tabs as readonly TabOf<E>[],
      counts: withSums(list, data?.counts),
      data,
      failure: error ? failureOf(error) : undefined,
      onRetry: () => void refetch(),
      stale: isPlaceholderData,
      live,
      selected,
      onSelect,
      onAll: data && data.totalElements <= selectionLimit ? onAll : undefined,
      views,
      // Buyers have no permission.
      forOperators: (useUser()?.permissions.size ?? 0) > 0,
      reasonOf,
      onExport: file === undefined ? undefined : () => exportCsv(list.endpoint, request, file),
    },
  };
}

const noIds: ReadonlySet<number> = new Set();

/** Returns the page updated with changes since it was shown, and a way to show the latest; static without `refreshEveryMs`. */
function useLiveChanges<E extends Listing>(
  list: List<E>,
  request: ListRequest,
  page: UseQueryResult<PageOf<E>>,
  shownKey: readonly unknown[],
) {
  const client = useQueryClient();
  const enabled =
    list.refreshEveryMs !== undefined && page.data !== undefined && !page.isPlaceholderData;
  const news = useQuery({
    queryKey: ["news", ...shownKey],
    queryFn: ({ signal }) => list.load(request, signal),
    enabled,
    staleTime: list.refreshEveryMs ?? 0,
    refetchInterval: list.refreshEveryMs ?? false,
    ...(enabled && { initialData: page.data, initialDataUpdatedAt: page.dataUpdatedAt }),
  });
  const newer = enabled && news.dataUpdatedAt > page.dataUpdatedAt ? news.data : undefined;
  const found = newer && page.data && comparePages(page.data, newer);
  const data = newer && found ? { ...newer, content: [...found.rows] } : page.data;
  const counts = JSON.stringify(news.data?.counts);
  useEffect(() => {
    // The navigation shows the same counts.
    if (counts) void client.invalidateQueries({ queryKey: workKey });
  }, [client, counts]);
  const live = {
    changed: found?.changed ?? noIds,
    gone: found?.gone ?? noIds,
    fresh: found?.fresh ?? 0,
    /** When the shown page was requested. */
    since: page.dataUpdatedAt,
    /** Time of the last successful update; undefined while updates succeed. */
    lostSince: enabled && news.error ? Math.max(news.dataUpdatedAt, page.dataUpdatedAt) : undefined,
    show: () => {
      client.setQueryData(shownKey, news.data);
    },
    retry: () => void news.refetch(),
  };
  return { data, live };
}

/** Adds the counts of the tabs "open" and "all", which count each row once. */
export function withSums<E extends Listing>(
  { open, endpoint }: { open?: readonly StatusOf<E>[]; endpoint: E },
  counts: Readonly<Record<string, number>> | undefined,
) {
  if (!counts) return counts;
  const sumOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const all = sumOf(endpoint.list.tabs?.names ?? Object.keys(counts));
  return { ...counts, all, ...(open && { open: sumOf(open) }) };
}

/** Tracks the selected rows: kept across pages, and dropped when the search changes. */
function useSelection<Row extends Identified>(
  search: TableSearch,
  rows: readonly Row[] | undefined,
) {
  const { tab, q, filters } = search;
  const found = JSON.stringify([tab, q, filters]);
  const [{ of, picked }, setPicked] = useState<{ of: string; picked: ReadonlyMap<number, Row> }>({
    of: found,
    picked: new Map(),
  });
  const current = of === found ? picked : undefined;
  const selected = useMemo<ReadonlySet<number>>(() => new Set(current?.keys()), [current]);
  const shown = new Map(rows?.map((row) => [idOf(row), row]));

  function onSelect(next: ReadonlySet<number>, among: readonly Row[] = []) {
    const known = new Map([
      ...(current ?? []),
      ...shown,
      ...among.map((row) => [idOf(row), row] as const),
    ]);
    setPicked({ of: found, picked: new Map([...known].filter(([id]) => next.has(id))) });
  }
  return {
    selected,
    chosen: [...(current ?? [])].map(([id, row]) => shown.get(id) ?? row),
    onSelect,
    clear: () => setPicked({ of: found, picked: new Map() }),
  };
}

interface Opened {
  search: TableSearch;
  change: ChangeTable;
  close: () => void;
}

/**
 * Manages a new record in the drawer next to a list: `begin` opens the form, and once added, the new record is the open
 * one. `drawer` are the props for the drawer.
 */
export function useAdding({ search, change, close }: Opened) {
  const [adding, setAdding] = useState(false);
  return {
    begin: () => setAdding(true),
    drawer: {
      id: search.open,
      adding,
      onAdded: (id: number) => {
        setAdding(false);
        change({ ...search, open: String(id) });
      },
      onClose: () => (adding ? setAdding(false) : close()),
    },
  };
}

function neighboursOf(rows: readonly Identified[], open: string, go: (id: number) => void) {
  const ids = rows.map(idOf);
  const at = ids.indexOf(Number(open));
  if (at < 0) return undefined;
  const to = (id: number | undefined) => (id === undefined ? undefined : () => go(id));
  return { previous: to(ids[at - 1]), next: to(ids[at + 1]), nth: at + 1, of: ids.length };
}

/**
 * Returns the records before and after one that has its own page, in the list viewed last; undefined if it was not
 * among its rows.
 */
export function useNeighbours<E extends Listing>(
  list: List<E>,
  id: number,
  go: (id: number) => void,
) {
  const loadedPages = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [...list.key, "list"] })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const last = loadedPages[0]?.state.data as { content: readonly Identified[] } | undefined;
  return neighboursOf(last?.content ?? [], String(id), go);
}

const idOf = ({ id }: Identified) => id;

/** Downloads all rows matching a request as a file; page and size are ignored. */
function exportCsv(endpoint: Endpoint, { query, ...others }: ListRequest, name: string) {
  const { page: _, size: __, ...filter } = query as Record<string, unknown>;
  const wanted = { ...others, query: filter };
  return downloadCsv(endpoint as Endpoint & { csv: true }, wanted, `${name}-${today()}.csv`);
}

/** Query key of the navigation's counts of pending work; invalidated when any list reports other counts. */
export const workKey = ["management", "work"] as const;

/** Returns a function that invalidates everything cached for a list and its records. */
export function useRefreshList({ key }: { key: readonly unknown[] }) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}
