import { categories, type Facets } from "@tonneline/contract/catalogue";
import { euros } from "../../core/money.ts";
import { states, traitSets } from "./bits.rules.ts";
import type { FacetRow } from "./facets.sql.ts";

/** Facets from their counted rows; each list from the most frequent on, ties by name. */
export function facetsView(rows: readonly FacetRow[]): Facets {
  const of = (facet: string) => rows.filter((row) => row.facet === facet);
  const byCount = (a: { count: number; id: string }, b: { count: number; id: string }) =>
    b.count - a.count || a.id.localeCompare(b.id);
  const texts = (facet: string) =>
    of(facet)
      .map(({ id, n }) => ({ id, count: n }))
      .toSorted(byCount);
  const coded = (facet: string, codes: readonly string[]) =>
    of(facet)
      .map(({ id, n }) => ({ id: codes[Number(id)]!, count: n }))
      .toSorted(byCount);
  const named = (facet: string) =>
    of(facet)
      .map(({ id, name, n }) => ({ id: Number(id), name: name!, count: n }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
  const counted = new Map(coded("categories", categories).map(({ id, count }) => [id, count]));
  return {
    // All three, in their own order: they are the tabs of the page.
    categories: categories.map((id) => ({ id, count: counted.get(id) ?? 0 })),
    continents: texts("continents"),
    countries: texts("countries"),
    projectTypes: named("projectTypes"),
    registries: named("registries"),
    developers: named("developers"),
    sdgs: of("sdgs")
      .map(({ id, n }) => ({ id: Number(id), count: n }))
      .toSorted((a, b) => a.id - b.id),
    creditTypes: coded("creditTypes", traitSets.creditType.codes),
    impactTypes: coded("impactTypes", traitSets.impactType.codes),
    claimTypes: coded("claimTypes", traitSets.claimType.codes),
    statuses: coded("statuses", states),
    labels: coded("labels", traitSets.label.codes),
    vintages: yearsView(of("vintages")),
    prices: pricesView(of("bounds"), of("prices")),
  };
}

function yearsView(rows: readonly FacetRow[]): Facets["vintages"] {
  const min = rows.find(({ id }) => id === "min")?.n ?? null;
  const max = rows.find(({ id }) => id === "max")?.n ?? null;
  return min === null || max === null ? null : { min, max };
}

/** Bar n reaches from bound n up to, without, bound n + 1; the last one holds its upper bound too. */
function pricesView(
  boundRows: readonly FacetRow[],
  barRows: readonly FacetRow[],
): Facets["prices"] {
  const bounds = boundRows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ n }) => euros(n));
  const min = bounds.at(0);
  const max = bounds.at(-1);
  if (min === undefined || max === undefined) return null;
  const counts = new Map(barRows.map(({ id, n }) => [Number(id), n]));
  // One price only: one bar without a width.
  const froms = bounds.length === 1 ? bounds : bounds.slice(0, -1);
  const histogram = froms.map((from, n) => ({
    from,
    to: bounds[n + 1] ?? from,
    count: counts.get(n + 1) ?? 0,
  }));
  return { min, max, histogram };
}
