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
import { newsOf } from "./live.ts";
import { pageQuery, type TableSearch, type TableSpec } from "./tableSearch.ts";
import { useTableSearch, type ChangeTable } from "./useTableSearch.ts";
import { useViews } from "./views.ts";

/** An endpoint that says by what its list is sorted. */
type Listing = Endpoint & { method: "GET"; list: { sorts: readonly string[] } };
type RowOf<E extends Listing> = ResponseOf<E> extends { content: (infer Row)[] } ? Row : never;
type CountsOf<E extends Listing> =
  ResponseOf<E> extends { counts: infer Counts extends Record<string, number> } ? Counts : never;
type StatusOf<E extends Listing> = Extract<keyof CountsOf<E>, string>;
type TabOf<E extends Listing> = "all" | StatusOf<E>;

interface Facts<E extends Listing> {
  /** Under which its pages are kept. */
  key: readonly unknown[];
  /** Its export's name; without one it has none. */
  file?: E extends { csv: true } ? string : never;
  /** The order in which it opens. */
  sort: E["list"]["sorts"][number];
  descending?: boolean;
  /** In the order in which they stand; it opens with the first. Without them: all, and then the contract's. */
  tabs?: readonly TabOf<E>[];
  /** With it the list opens with a tab "open", which has these together: everything that waits. */
  open?: readonly StatusOf<E>[];
  /** What a tab asks the API for, where it is no filter by its name. */
  tabQuery?: (tab: TabOf<E>) => object | undefined;
  /** Each filter by its name in the address: the values it takes, and how the API calls it where it does otherwise. */
  filters?: Record<string, RegExp | readonly [values: RegExp, as: string]>;
  /**
   * How often it looks for what others did: rows that changed do so in place, new ones wait until they are asked for.
   */
  refreshEveryMs?: number;
}
export type List<E extends Listing> = ReturnType<typeof listOf<E>>;

/** A list's screen, said once: with `useList` it is held by the address, loaded, searched, chosen from and exported. */
export function listOf<const E extends Listing>(endpoint: E, facts: Facts<E>) {
  const { filters = {}, tabQuery } = facts;
  const field = endpoint.list.tabs?.field;
  const tabs = facts.tabs ?? (["all", ...(endpoint.list.tabs?.names ?? [])] as TabOf<E>[]);
  const spec: TableSpec = {
    tabs: facts.open ? ["open", ...tabs] : tabs,
    sorts: endpoint.list.sorts,
    sort: facts.sort,
    descending: facts.descending ?? false,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        name,
        filter instanceof RegExp ? filter : filter[0],
      ]),
    ),
  };

  /** What the API is asked for. */
  function queryOf(search: TableSearch): Query<E> {
    const chosen = Object.entries(search.filters).map(([name, value]) => {
      const filter = filters[name];
      return [filter instanceof RegExp || !filter ? name : filter[1], value];
    });
    const asked = search.tab === "open" ? (facts.open ?? []).join(",") : search.tab;
    const tab = search.tab === "all" || !field ? {} : { [field]: asked };
    return {
      ...pageQuery(search),
      ...(tabQuery?.(search.tab as TabOf<E>) ?? tab),
      ...Object.fromEntries(chosen),
    } as Query<E>;
  }

  // It is asked with every pause in typing: only the newest search counts.
  return { ...facts, endpoint, spec, queryOf, ask: latestOnly() };
}

type Query<E extends Listing> = RequestOf<E> extends { query: infer Asked } ? Asked : never;

/** A list of one thing among several. */
interface Of {
  params: object;
  key: readonly unknown[];
  file: string;
}

/**
 * A list on its screen, for ListScreen: `search` is what the address says, `data` the page (the one before stays while the
 * next one loads), `chosen` those of its rows that are marked.
 */
export function useList<E extends Listing>(list: List<E>, of?: Of) {
  const [search, change] = useTableSearch(list.spec);
  const request = { ...(of && { params: of.params }), query: list.queryOf(search) } as RequestOf<E>;
  const queryKey = [...(of?.key ?? list.key), "list", request];
  const page = useQuery({
    queryKey,
    queryFn: ({ signal }) => list.ask(list.endpoint, request, signal),
    placeholderData: keepPreviousData,
    // What others did comes by the news, which push no row away from under a pointer.
    refetchOnWindowFocus: list.refreshEveryMs === undefined,
  }) as UseQueryResult<PageOf<E>>;
  const { error, isPlaceholderData, refetch } = page;
  const { data, live } = useNews(list, request, page, queryKey);
  const file = of?.file ?? list.file;
  // What is kept of a list of one thing would be of no use for the next.
  const views = useViews(of ? [] : list.key);
  const rows = data?.content as readonly RowOf<E>[] | undefined;
  const { selected, chosen, onSelect, clear } = useSelection(search, rows);

  /** Chooses all that the list finds now, on every page; what comes later is not among them. */
  async function onAll() {
    const { query, ...others } = request as { query: Record<string, unknown> };
    const wanted = { ...others, query: { ...query, page: "0", size: String(mostAtOnce) } };
    const found = (await call(list.endpoint, wanted as unknown as RequestOf<E>)) as {
      content: readonly RowOf<E>[];
    };
    onSelect(new Set(found.content.map(idOf)), found.content);
  }
  return {
    search,
    change,
    data,
    /** The chosen rows, of all pages. */
    chosen,
    clear,
    /** The records before and after the open one; undefined when its row is not shown. */
    around: aroundOf(rows ?? [], search.open, (id) => change({ ...search, open: String(id) })),
    /** Closes the record that stands open. */
    close: () => change({ ...search, open: "" }),
    screen: {
      spec: list.spec,
      search,
      onChange: change,
      idOf,
      tabs: list.spec.tabs as readonly TabOf<E>[],
      counts: withSums(list, (data as { counts?: CountsOf<E> } | undefined)?.counts),
      data,
      failure: error ? failureOf(error) : undefined,
      onRetry: () => void refetch(),
      stale: isPlaceholderData,
      live,
      selected,
      onSelect,
      onAll: data && data.totalElements <= mostAtOnce ? onAll : undefined,
      views,
      reasonOf,
      onExport: file === undefined ? undefined : () => exported(list.endpoint, request, file),
    },
  };
}

type PageOf<E extends Listing> = ResponseOf<E> & { content: RowOf<E>[]; totalElements: number };

/** A page with what has happened since it was shown, and how to show all of it; without `refreshEveryMs` it stays as it is. */
function useNews<E extends Listing>(
  list: List<E>,
  request: RequestOf<E>,
  page: UseQueryResult<PageOf<E>>,
  shownKey: readonly unknown[],
) {
  const client = useQueryClient();
  const enabled =
    list.refreshEveryMs !== undefined && page.data !== undefined && !page.isPlaceholderData;
  const news = useQuery({
    queryKey: ["news", ...shownKey],
    queryFn: async ({ signal }) => (await call(list.endpoint, request, { signal })) as PageOf<E>,
    enabled,
    staleTime: list.refreshEveryMs ?? 0,
    refetchInterval: list.refreshEveryMs ?? false,
    ...(enabled && { initialData: page.data, initialDataUpdatedAt: page.dataUpdatedAt }),
  });
  const isNewer = enabled && news.dataUpdatedAt > page.dataUpdatedAt && news.data !== undefined;
  const found = isNewer ? newsOf(page.data as Rows, news.data as Rows) : undefined;
  const data = found
    ? ({ ...news.data, content: [...found.rows] } as unknown as PageOf<E>)
    : page.data;
  const counts = JSON.stringify((news.data as { counts?: object } | undefined)?.counts);
  useEffect(() => {
    // The navigation says the same numbers.
    if (counts) void client.invalidateQueries({ queryKey: workKey });
  }, [client, counts]);
  const live = {
    changed: found?.changed ?? nobody,
    gone: found?.gone ?? nobody,
    fresh: found?.fresh ?? 0,
    /** When the page was asked for that is shown. */
    since: page.dataUpdatedAt,
    /** Since when nothing has been heard; undefined while all is well. */
    lostSince: enabled && news.error ? Math.max(news.dataUpdatedAt, page.dataUpdatedAt) : undefined,
    show: () => {
      client.setQueryData(shownKey, news.data);
    },
    retry: () => void news.refetch(),
  };
  return { data, live };
}
interface Rows {
  content: { id: number }[];
}
const nobody: ReadonlySet<number> = new Set();

/** The counts with those of the tabs "open" and "all", which hold each row once. */
export function withSums<E extends Listing>(
  { open, endpoint }: { open?: readonly StatusOf<E>[]; endpoint: E },
  counts: CountsOf<E> | undefined,
) {
  if (!counts) return counts;
  const sumOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (counts[name as StatusOf<E>] ?? 0), 0);
  const all = sumOf(endpoint.list.tabs?.names ?? Object.keys(counts));
  return { ...counts, all, ...(open && { open: sumOf(open) }) };
}

/** More rows than these are not chosen at once. */
const mostAtOnce = 1000;

/** Which rows are chosen: kept from page to page, and given up with the search that found them. */
function useSelection<Row>(search: TableSearch, rows: readonly Row[] | undefined) {
  const { tab, q, filters } = search;
  const found = JSON.stringify([tab, q, filters]);
  const [{ of, picked }, setPicked] = useState<{ of: string; picked: ReadonlyMap<number, Row> }>({
    of: found,
    picked: new Map(),
  });
  const kept = of === found ? picked : undefined;
  const selected = useMemo<ReadonlySet<number>>(() => new Set(kept?.keys()), [kept]);
  const shown = new Map(rows?.map((row) => [idOf(row), row]));

  function onSelect(next: ReadonlySet<number>, among: readonly Row[] = []) {
    const known = new Map([
      ...(kept ?? []),
      ...shown,
      ...among.map((row) => [idOf(row), row] as const),
    ]);
    setPicked({ of: found, picked: new Map([...known].filter(([id]) => next.has(id))) });
  }
  return {
    selected,
    chosen: [...(kept ?? [])].map(([id, row]) => shown.get(id) ?? row),
    onSelect,
    clear: () => setPicked({ of: found, picked: new Map() }),
  };
}

/**
 * A new record in the drawer beside a list: `begin` opens it, and once it is added it is the one that stands open. `drawer`
 * is what the drawer is given.
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

interface Opened {
  search: TableSearch;
  change: ChangeTable;
  close: () => void;
}

function aroundOf(rows: readonly unknown[], open: string, go: (id: number) => void) {
  const ids = rows.map(idOf);
  const at = ids.indexOf(Number(open));
  if (at < 0) return undefined;
  const to = (id: number | undefined) => (id === undefined ? undefined : () => go(id));
  return { previous: to(ids[at - 1]), next: to(ids[at + 1]), nth: at + 1, of: ids.length };
}

/**
 * The records before and after one that is on a page of its own, in the list that was seen last; undefined when it was not
 * among its rows.
 */
export function useAround<E extends Listing>(list: List<E>, id: number, go: (id: number) => void) {
  const seen = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [...list.key, "list"] })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const last = seen[0]?.state.data as { content: readonly unknown[] } | undefined;
  return aroundOf(last?.content ?? [], String(id), go);
}

const idOf = (row: unknown) => (row as { id: number }).id;

/** All rows that a request finds as a file; its page and size do not count. */
function exported<E extends Listing>(endpoint: E, request: RequestOf<E>, name: string) {
  const { query, ...others } = request as { query?: Record<string, unknown> };
  const { page: _, size: __, ...filter } = query ?? {};
  const wanted = { ...others, query: filter } as RequestOf<E & { csv: true }>;
  return downloadCsv(endpoint as E & { csv: true }, wanted, `${name}-${today()}.csv`);
}

/** What the navigation says of the work in all lists; asked for again when one of them has other counts. */
export const workKey = ["management", "work"] as const;

/** Asks again for all that is kept of a list and its records. */
export function useRefreshList({ key }: { key: readonly unknown[] }) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}
