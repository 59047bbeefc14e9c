import { categories, type Facets } from "@tonneline/contract/catalogue";
import { euros } from "../../core/money.ts";
import { states, traitSets } from "./bits.rules.ts";
import { priceStepsPerE, type FacetRow } from "./facets.sql.ts";

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
    prices: pricesView(of("prices")),
  };
}

function yearsView(rows: readonly FacetRow[]): Facets["vintages"] {
  const min = rows.find(({ id }) => id === "min")?.n ?? null;
  const max = rows.find(({ id }) => id === "max")?.n ?? null;
  return min === null || max === null ? null : { min, max };
}

const priceBars = 24;

/** At most 24 bars of as many price steps each; a bar holds its lower bound and not its upper one. */
function pricesView(rows: readonly FacetRow[]): Facets["prices"] {
  if (rows.length === 0) return null;
  const steps = rows.map(({ id, n }) => ({ step: Number(id), n }));
  const first = Math.min(...steps.map(({ step }) => step));
  const end = Math.max(...steps.map(({ step }) => step)) + 1;
  const width = Math.ceil((end - first) / priceBars);
  const bars = Math.ceil((end - first) / width);
  const counts = Array.from({ length: bars }, () => 0);
  for (const { step, n } of steps) counts[Math.floor((step - first) / width)]! += n;
  const bound = (step: number) => euros(Math.ceil(Math.exp(step / priceStepsPerE)));
  const boundOf = (bar: number) => bound(Math.min(first + bar * width, end));
  const histogram = counts.map((count, n) => ({ from: boundOf(n), to: boundOf(n + 1), count }));
  return { min: boundOf(0), max: boundOf(bars), histogram };
}
