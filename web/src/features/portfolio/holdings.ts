import type { RequestOf } from "@tonneline/contract/endpoint";
import { holdingSorts, type Holding, type listHoldings } from "@tonneline/contract/portfolio";
import { mostHoldingsAtOnce } from "@tonneline/contract/retirements";
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

/** The chosen ones as they were last shown, at most as many as are retired at once: those that were chosen first. */
export function chosenOf(
  ids: ReadonlySet<number>,
  shown: readonly Holding[],
  before: ReadonlyMap<number, Holding>,
): ReadonlyMap<number, Holding> {
  const here = new Map(shown.map((holding) => [holding.vintageId, holding]));
  return new Map(
    [...new Set([...before.keys(), ...ids])]
      .filter((id) => ids.has(id))
      .flatMap((id) => {
        const holding = here.get(id) ?? before.get(id);
        return holding ? [[id, holding] as const] : [];
      })
      .slice(0, mostHoldingsAtOnce),
  );
}
