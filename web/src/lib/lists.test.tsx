import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, renderHook, screen } from "@testing-library/react";
import { listCompanies } from "@tonneline/contract/companies";
import { listOrders } from "@tonneline/contract/orders";
import type { PropsWithChildren, ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../test/network.ts";
import { tokenFor } from "../test/tokens.ts";
import { listOf, useAdding, useNeighbours, useList, withSums, workKey } from "./lists.ts";
import { storeTokens } from "./session.ts";
import { initialSearch } from "./tableSearch.ts";
import type { ChangeTable } from "./useTableSearch.ts";

const companies = listOf(listCompanies, { key: ["companies"], sort: "name" });

/** Renders a page that shows a list. */
function show(component: () => ReactNode, client = new QueryClient()): void {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
    // Formats URLs like the app.
    stringifySearch: (search) => `?${new URLSearchParams(search)}`,
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

test("A record's own page links to its neighbours in the list viewed last", () => {
  const client = new QueryClient();
  const seen = (query: string, ids: number[], updatedAt: number) =>
    client.setQueryData(
      [...companies.key, "list", query],
      { content: ids.map((id) => ({ id })) },
      { updatedAt },
    );
  seen("older", [5, 7, 9], 1);
  seen("last", [3, 7, 4], 2);
  const go = vi.fn<(id: number) => void>();
  const around = (id: number) =>
    renderHook(() => useNeighbours(companies, id, go), {
      wrapper: ({ children }: PropsWithChildren) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    }).result.current;

  const middle = around(7)!;
  expect(middle).toMatchObject({ nth: 2, of: 3 });
  middle.previous?.();
  middle.next?.();
  expect(go.mock.calls).toEqual([[3], [4]]);
  expect(around(3)).toMatchObject({ previous: undefined, nth: 1 });
  expect(around(4)).toMatchObject({ next: undefined, nth: 3 });
  expect(around(5)).toBeUndefined();
});

test("A list that belongs to one record has no saved views, and requests none", async () => {
  const people = listOf(listCompanies, { key: ["management", "people"], sort: "name" });
  const one = { params: { id: "7" }, key: ["management", "imports", 7], file: "import-7" };
  const server = serverOf({
    "GET /api/v1/management/companies": () => Response.json({ content: [], totalElements: 0 }),
    "GET /api/v1/me/views": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  function Lists() {
    const [whole, ofOne] = [useList(people), useList(people, one)];
    return <p>{[whole, ofOne].map(({ screen }) => (screen.views ? "views" : "none")).join()}</p>;
  }
  show(Lists);
  expect(await screen.findByText("views,none")).toBeInTheDocument();
  const requests = () => server.mock.calls.map(([address]) => String(address));
  await expect
    .poll(() => requests().filter((address) => address.includes("views")))
    .toHaveLength(1);
  expect(requests().join()).toContain("list=management-people");
});

test.each([
  ["no permission", false, []],
  ["a single permission", true, ["orders:read"]],
])("A list of a user with %s has the shortcuts of operators: %s", async (_, has, permissions) => {
  const server = serverOf({
    "GET /api/v1/management/companies": () => Response.json({ content: [], totalElements: 0 }),
  });
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  function List() {
    return <p>{String(useList(companies).screen.forOperators)}</p>;
  }
  show(List);
  expect(await screen.findByText(String(has))).toBeInTheDocument();
});

test("The selection is kept across pages, and dropped when the search changes", async () => {
  const all = [1, 2, 3, 4].map((id) => ({ id }));
  const server = serverOf({
    "GET /api/v1/management/companies": ({ searchParams }) => {
      const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("size"))];
      // A page has two, unless all are requested.
      const content = size > 100 ? all.slice(page * size) : all.slice(page * 2, page * 2 + 2);
      return Response.json({ content, totalElements: all.length });
    },
  });
  vi.stubGlobal("fetch", server);
  const filtered = listOf(listCompanies, { key: ["x"], sort: "name", filters: { a: /^b$/ } });
  let list!: ReturnType<typeof useList<typeof listCompanies>>;
  function Shown() {
    list = useList(filtered, { params: {}, key: ["one"], file: "one" });
    return <p>{list.chosen.map(({ id }) => id).join() || "none"}</p>;
  }
  show(Shown);
  const rows = () => list.data?.content.map(({ id }) => id);
  const choose = (ids: number[]) => act(() => list.screen.onSelect(new Set(ids)));
  await expect.poll(rows).toEqual([1, 2]);
  choose([2]);
  list.change({ ...list.search, page: 1 });
  await expect.poll(rows).toEqual([3, 4]);
  choose([2, 3]);
  expect(screen.getByText("2,3")).toBeInTheDocument();
  void list.screen.onAll?.();
  await expect.poll(() => list.chosen.map(({ id }) => id)).toEqual([2, 3, 4, 1]);
  // Without changes by others to look for, each page is requested once.
  expect(server).toHaveBeenCalledTimes(3);
  for (const other of [{ q: "peat" }, { tab: list.screen.tabs[1]! }, { filters: { a: "b" } }]) {
    list.change({ ...list.search, ...other, page: 0 });
    await expect.poll(() => list.search).toMatchObject(other);
    await expect.poll(() => list.chosen).toEqual([]);
    await expect.poll(rows).toEqual([1, 2]);
    choose([2]);
    expect(list.chosen).toEqual([{ id: 2 }]);
  }
});

test("Changes by others update the rows in place; new rows wait until they are asked for", async () => {
  const found = {
    content: [
      { id: 1, name: "Ada" },
      { id: 2, name: "Bo" },
    ],
    counts: { ACTIVE: 2 },
  };
  const answers = [found];
  const server = serverOf({
    "GET /api/v1/management/companies": () =>
      answers[0] ? Response.json({ ...answers[0], totalElements: 2 }) : Response.error(),
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const live = listOf(listCompanies, { key: ["live"], sort: "name", refreshEveryMs: 600_000 });
  let list!: ReturnType<typeof useList<typeof listCompanies>>;
  show(() => ((list = useList(live)), null), client);
  const names = () => list.data?.content.map(({ name }) => name);
  const refresh = () => client.refetchQueries({ queryKey: ["news"] });
  await expect.poll(names).toEqual(["Ada", "Bo"]);
  act(() => list.screen.onSelect(new Set([2])));

  client.setQueryData(workKey, []);
  const newest = [
    { id: 3, name: "Cem" },
    { id: 2, name: "Bo & Co" },
    { id: 1, name: "Ada" },
  ];
  answers[0] = { content: newest, counts: { ACTIVE: 3 } };
  // A list that is looked at again moves no row either.
  focusManager.setFocused(false);
  act(() => focusManager.setFocused(true));
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(names()).toEqual(["Ada", "Bo"]);
  await expect.poll(() => refresh().then(() => list.screen.live.fresh)).toBe(1);
  expect(names()).toEqual(["Ada", "Bo & Co"]);
  expect(list.chosen).toEqual([{ id: 2, name: "Bo & Co" }]);
  expect(client.getQueryState(workKey)?.isInvalidated).toBe(true);

  answers.length = 0;
  expect(list.screen.live.lostSince).toBeUndefined();
  await act(refresh);
  await expect.poll(() => list.screen.live.lostSince).toBeGreaterThan(0);
  expect(names()).toEqual(["Ada", "Bo & Co"]);
  act(() => list.screen.live.show());
  await expect.poll(names).toEqual(["Cem", "Bo & Co", "Ada"]);
});

test.each([
  [1000, true],
  [1001, false],
])("All of %i rows can be selected at once: %s", async (totalElements, can) => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies": () => Response.json({ content: [], totalElements }),
    }),
  );
  let list!: ReturnType<typeof useList<typeof listCompanies>>;
  show(() => ((list = useList(companies)), null));
  await expect.poll(() => list.data).toBeDefined();
  expect(list.screen.onAll !== undefined).toBe(can);
});

test("A new record is the open one once it is added; closing its form leaves the open one", () => {
  const change = vi.fn<ChangeTable>();
  const close = vi.fn<() => void>();
  const search = { ...initialSearch(companies.spec), open: "3" };
  const { result } = renderHook(() => useAdding({ search, change, close }));
  const drawer = () => result.current.drawer;
  act(() => result.current.begin());
  expect(drawer()).toMatchObject({ id: "3", adding: true });
  act(() => drawer().onClose());
  expect(drawer().adding).toBe(false);
  expect(close).not.toHaveBeenCalled();
  act(() => result.current.begin());
  act(() => drawer().onAdded(7));
  expect(drawer().adding).toBe(false);
  expect(change.mock.calls).toEqual([[{ ...search, open: "7" }]]);
  act(() => drawer().onClose());
  expect(close).toHaveBeenCalledOnce();
});

test("All counts each status once, open the waiting ones; due and overdue are parts of one of them", () => {
  const counts = { AWAITING_APPROVAL: 2, AWAITING_PAYMENT: 4, PAID: 7, REJECTED: 1 };
  const parts = { DUE: 3, OVERDUE: 1 };
  const list = { endpoint: listOrders, open: ["AWAITING_APPROVAL", "AWAITING_PAYMENT"] as const };
  expect(withSums(list, { ...counts, ...parts })).toEqual({
    ...counts,
    ...parts,
    all: 14,
    open: 6,
  });
  expect(withSums({ endpoint: listOrders }, { ...counts, ...parts })).not.toHaveProperty("open");
  expect(withSums(list, undefined)).toBeUndefined();
});
