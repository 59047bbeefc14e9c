import { expect, test } from "vitest";
import { managedOrders } from "../features/orders/admin/admin.queries.ts";
import { prices } from "../features/prices/prices.queries.ts";
import { managedProjects } from "../features/projects/admin/admin.queries.ts";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { initialSearch, parseTable, type TableSearch, type TableSpec } from "../lib/tableSearch.ts";

interface List {
  spec: TableSpec;
  endpoint: Endpoint;
  queryOf: (search: TableSearch) => object;
}
const modules = import.meta.glob<Record<string, Partial<List>>>("../features/**/*.queries.ts", {
  eager: true,
});
const all = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((each): each is [string, List] => each[1].queryOf !== undefined);
const samples = "true 7 2026-01-15 2024 DE CREDIT_SALE orders.approved me projects".split(" ");

test.each(all)("the server takes what %s requests for each tab, order and filter", (_, list) => {
  const { tabs, sorts, filters } = list.spec;
  const initial = { ...initialSearch(list.spec), q: " peat " };
  const request = (change: Partial<TableSearch>) => list.queryOf({ ...initial, ...change });
  const filtered = Object.entries(filters).map(([name, values]) => {
    const value = samples.find((each) => values.test(each));
    return request({ filters: { [name]: value ?? `no sample of ${name}` } });
  });
  const asked = [
    ...filtered,
    ...tabs.map((tab) => request({ tab })),
    ...sorts.map((sort) => request({ sort })),
  ];
  const refused = asked.filter((each) => !list.endpoint.query!.safeParse(each).success);
  expect(refused).toEqual([]);
  // Each tab and filter narrows the list in its own way.
  const narrowed = [...filtered, ...tabs.map((tab) => request({ tab }))];
  expect(new Set(narrowed.map((each) => JSON.stringify(each))).size).toBe(narrowed.length);
});

const lists = { managedOrders, managedProjects, prices };

test.each(Object.entries(lists))("%s ignores countries that do not exist", (_, { spec }) => {
  const filtersOf = (text: string) => parseTable(spec, new URLSearchParams(text)).filters;
  expect(filtersOf("country=DE")).toEqual({ country: "DE" });
  expect(filtersOf("country=DE,FR")).toEqual({ country: "DE,FR" });
  for (const text of ["country=XX", "country=DE,XX", "country=DE,", "category=NONE"]) {
    expect([text, filtersOf(text)]).toEqual([text, {}]);
  }
});
