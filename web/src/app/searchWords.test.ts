import { searchText } from "@tonneline/contract/shapes";
import { expect, test } from "vitest";
import { parseSearch as parseOrders } from "../features/orders/orders.search.ts";
import { noSearch, parseSearch } from "../features/catalogue/catalogue.search.ts";
import { parseTable } from "../lib/tableSearch.ts";

const spec = { sorts: ["id"], sort: "id", descending: true, tabs: ["all"], filters: {} };

test.each([
  ["peat", "peat"],
  ["", ""],
  ["peat%00moss", "peat moss"],
  ["%07peat%09moss%0A", "peat moss"],
  ["%EF%BF%BFpeat", "peat"],
  [`  ${"a".repeat(199)}  b`, "a".repeat(199)],
])("A list whose URL has the search %j requests %j, which the server accepts", (q, words) => {
  const params = new URLSearchParams(`q=${q}`);
  expect(parseSearch(params)).toEqual({ ...noSearch, q: words });
  expect(parseOrders(params).q).toBe(words);
  expect(parseTable(spec, params).q).toBe(words);
  expect(searchText.safeParse(words).success).toBe(true);
});
