import { categories } from "@tonneline/contract/codes";
import {
  type CountryTotals,
  type Facets,
  type ProjectFilters,
} from "@tonneline/contract/catalogue";
import { euros } from "../../core/money.ts";
import { centsOfStep, columnsOf, countBy } from "./columns.ts";
import { findProjects, type Filter, type Found } from "./filters.ts";
import type { CatalogueIndex, DirectoryNames } from "./index.ts";
import type { ChoiceFilter } from "./listing.ts";

/** The most frequent developers; thousands more have a single project each and are found by searching. */
const developersShown = 100;
const priceBars = 24;

interface Count<Id extends string | number = string | number> {
  id: Id;
  count: number;
}

/** Counts all facets, each without its own filter; lists are sorted by frequency, ties by name. */
export function countFacets(index: CatalogueIndex, filters: ProjectFilters): Facets {
  const found = findProjects(index, filters);
  const counted = (filter: ChoiceFilter & Filter) => countsOf(index, found, filter, filter);
  const texts = (filter: ChoiceFilter & Filter) =>
    (counted(filter) as Count<string>[]).toSorted(
      (a, b) => b.count - a.count || a.id.localeCompare(b.id),
    );
  const named = (filter: "registry" | "projectType") =>
    withNames(counted(filter) as Count<number>[], filters[filter], index.names[filter]);
  const foundIn = (category: (typeof categories)[number]) =>
    category === filters.category ? found : findProjects(index, { ...filters, category });
  return {
    // All three, in fixed order: they are the tabs of the page. Each counts by the prices that its own list shows.
    categories: categories.map((id) => ({ id, count: foundIn(id).without().size() })),
    continents: texts("continent"),
    countries: texts("country"),
    projectTypes: named("projectType"),
    registries: named("registry"),
    developers: withNames(
      developersOf(index, found, filters),
      filters.developer,
      index.names.developer,
    ),
    sdgs: (counted("sdg") as Count<number>[]).toSorted((a, b) => a.id - b.id),
    creditTypes: texts("creditType"),
    impactTypes: texts("impactType"),
    claimTypes: texts("claimType"),
    statuses: texts("status"),
    // "No label" is not a label: it comes last.
    labels: texts("label").toSorted((a, b) => Number(a.id === "NONE") - Number(b.id === "NONE")),
    vintages: yearsOf(countsOf(index, found, "year", "vintage") as Count<number>[]),
    prices: pricesOf(index, found, filters),
  };
}

/** Returns the projects that a query finds by country, with their tonnes summed as in the list and the lowest price. */
export function countCountries(index: CatalogueIndex, filters: ProjectFilters): CountryTotals {
  const found = findProjects(index, filters).without();
  const countries = [...index.choices.country].map(([id, set]) => {
    const total = { id: String(id), projects: 0, credits: 0, priceFrom: null as number | null };
    let lowest = Infinity;
    set.forEach((slot) => {
      if (!found.has(slot)) return;
      const { available, price, state } = index.listings[slot]!;
      total.projects++;
      total.credits += available;
      if (state !== 0) return;
      lowest = Math.min(lowest, price ?? Infinity);
    });
    return { ...total, priceFrom: lowest === Infinity ? null : euros(lowest) };
  });
  return {
    countries: countries
      .filter(({ projects }) => projects > 0)
      .toSorted((a, b) => b.projects - a.projects || a.id.localeCompare(b.id)),
  };
}

function countsOf(
  { choices }: CatalogueIndex,
  found: Found,
  choice: ChoiceFilter,
  own: Filter,
): Count[] {
  const others = found.without(own);
  return [...choices[choice]]
    .map(([id, set]) => ({ id, count: set.intersection_size(others) }))
    .filter(({ count }) => count > 0);
}

/** Chosen values are listed even with a count of 0: the user must be able to deselect them. */
function withNames(
  counts: readonly Count<number>[],
  chosen: readonly number[] | undefined,
  names: DirectoryNames[keyof DirectoryNames],
) {
  const counted = new Set(counts.map(({ id }) => id));
  const gone = (chosen ?? []).filter((id) => !counted.has(id) && names.has(id));
  return [...counts, ...gone.map((id) => ({ id, count: 0 }))]
    .map(({ id, count }) => ({ id, name: names.get(id)!, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
}

function developersOf(
  index: CatalogueIndex,
  found: Found,
  { developer: chosen = [] }: ProjectFilters,
): Count<number>[] {
  const counts = countBy(found.without("developer"), columnsOf(index).developerId);
  const isChosen = (id: number) => (chosen.includes(id) ? 1 : 0);
  return Array.from(counts, (count, id) => ({ id, count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => isChosen(b.id) - isChosen(a.id) || b.count - a.count || a.id - b.id)
    .slice(0, developersShown + chosen.length);
}

function yearsOf(counts: readonly Count<number>[]): Facets["vintages"] {
  if (counts.length === 0) return null;
  const years = counts.map(({ id }) => id);
  return { min: Math.min(...years), max: Math.max(...years) };
}

/** At most 24 bars, each as many price steps wide; a bar includes its lower bound and excludes its upper one. */
function pricesOf(
  index: CatalogueIndex,
  found: Found,
  { category }: ProjectFilters,
): Facets["prices"] {
  const { financingStep, priceStep } = columnsOf(index);
  const steps = countBy(
    found.without("price"),
    category === "FINANCING" ? financingStep : priceStep,
  );
  // Projects without a price.
  steps[0] = 0;
  const first = steps.findIndex((count) => count > 0);
  if (first === -1) return null;
  const end = steps.findLastIndex((count) => count > 0) + 1;
  const width = Math.ceil((end - first) / priceBars);
  const bars = Math.ceil((end - first) / width);
  const counts = Array.from({ length: bars }, () => 0);
  for (let step = first; step < end; step++) {
    counts[Math.floor((step - first) / width)]! += steps[step]!;
  }
  const boundOf = (bar: number) => euros(centsOfStep(Math.min(first + bar * width, end)));
  const histogram = counts.map((count, n) => ({ from: boundOf(n), to: boundOf(n + 1), count }));
  return { min: boundOf(0), max: boundOf(bars), histogram };
}
