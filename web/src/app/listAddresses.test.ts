import { expect, test } from "vitest";
import { managedOrders } from "../features/orders/admin/admin.queries.ts";
import { prices } from "../features/prices/prices.queries.ts";
import { managedProjects } from "../features/projects/admin/admin.queries.ts";
import { parseTable } from "../lib/tableSearch.ts";

const lists = { managedOrders, managedProjects, prices };

test.each(Object.entries(lists))("%s ignores countries that do not exist", (_, { spec }) => {
  const filtersOf = (text: string) => parseTable(spec, new URLSearchParams(text)).filters;
  expect(filtersOf("country=DE")).toEqual({ country: "DE" });
  expect(filtersOf("country=DE,FR")).toEqual({ country: "DE,FR" });
  for (const text of ["country=XX", "country=DE,XX", "country=DE,", "category=NONE"]) {
    expect([text, filtersOf(text)]).toEqual([text, {}]);
  }
});
