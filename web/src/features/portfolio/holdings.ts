import type { RequestOf } from "@tonneline/contract/endpoint";
import { holdingSorts, type Holding, type listHoldings } from "@tonneline/contract/portfolio";
import { maxHoldingsAtOnce } from "@tonneline/contract/retirements";
import { sortOf, type TableSearch, type TableSpec } from "../../lib/tableSearch.ts";

/** The search parameters of the holdings. */
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

/** Converts to the API's query parameters. */
export function queryOf(search: TableSearch): HoldingQuery {
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...search.filters,
    ...(search.q.trim() && { q: search.q.trim() }),
  };
}

/** Average net euros per tonne; 0 if nothing was bought. */
export function averagePrice(spent: number, purchased: number): number {
  return purchased === 0 ? 0 : spent / purchased;
}

/** Returns the selected holdings as last loaded, up to the maximum that can be retired at once: those selected first. */
export function chosenOf(
  ids: ReadonlySet<number>,
  shown: readonly Holding[],
  before: ReadonlyMap<number, Holding>,
): ReadonlyMap<number, Holding> {
  const byVintage = new Map(shown.map((holding) => [holding.vintageId, holding]));
  return new Map(
    [...new Set([...before.keys(), ...ids])]
      .filter((id) => ids.has(id))
      .flatMap((id) => {
        const holding = byVintage.get(id) ?? before.get(id);
        return holding ? [[id, holding] as const] : [];
      })
      .slice(0, maxHoldingsAtOnce),
  );
}
