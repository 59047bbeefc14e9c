import type { RequestOf } from "@tonneline/contract/endpoint";
import { holdingSorts, type listHoldings } from "@tonneline/contract/portfolio";
import { sortOf, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";

/** What the address bar says of the holdings. */
export const holdingsSpec: TableSpec = {
  tabs: ["all"],
  sorts: holdingSorts,
  sort: "projectName",
  descending: false,
  filters: {
    by: /^me$/,
    year: /^(19|20|21)\d\d$/,
    creditType: /^EX_(POST|ANTE)$/,
    group: /^(project|claim|year)$/,
  },
};

export type HoldingQuery = RequestOf<typeof listHoldings>["query"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): HoldingQuery {
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...search.filters,
    ...(search.q.trim() && { q: search.q.trim() }),
  };
}

/** Euros net that a tonne cost on average; 0 while nothing was bought. */
export function averagePrice(spent: number, purchased: number): number {
  return purchased === 0 ? 0 : spent / purchased;
}
