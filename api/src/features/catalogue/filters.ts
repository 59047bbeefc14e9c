import type { ProjectFilters } from "@tonneline/contract/catalogue";
import { TypedFastBitSet } from "typedfastbitset";
import { cents } from "../../core/money.ts";
import { columnsOf, slotsWithin } from "./columns.ts";
import type { CatalogueIndex } from "./index.ts";
import { queryFilters, type ChoiceFilter, type Listing } from "./listing.ts";
import { interpret, type Interpretation } from "./interpretation.ts";

/** The facets' own filters, by which a facet is not narrowed itself. */
export type Filter = Exclude<ChoiceFilter, "category" | "year"> | "developer" | "vintage" | "price";

/** The price in cents that a list shows and sorts by: the financing price in that category, otherwise the "from" price. */
export function priceIn(category: ProjectFilters["category"], listing: Listing): number | null {
  return category === "FINANCING" ? listing.financingPrice : listing.price;
}

/** The same for all slots; NaN if there is no price. */
export function pricesIn(category: ProjectFilters["category"], index: CatalogueIndex) {
  const { financingPrice, price } = columnsOf(index);
  return category === "FINANCING" ? financingPrice : price;
}

type NamedSet = [Filter | undefined, TypedFastBitSet];

/** The result of a query. */
export interface Found {
  /** The slots that pass every filter except this one. */
  without: (own?: Filter) => TypedFastBitSet;
  /** How the search text was interpreted. */
  interpretation: Interpretation | undefined;
}

/** Finds the projects of a query: the authoritative definition of each filter. */
export function findProjects(index: CatalogueIndex, filters: ProjectFilters): Found {
  const interpretation = filters.q ? interpret(index, filters.q) : undefined;
  const sets = setsOf(index, filters);
  if (interpretation) sets.push(...searchSets(index, filters.category, interpretation));
  const known = new Map<Filter | undefined, TypedFastBitSet>();
  return {
    interpretation,
    without(own) {
      const key = sets.some(([filter]) => filter === own) ? own : undefined;
      let found = known.get(key);
      if (!found) {
        found = index.live.clone();
        for (const [filter, set] of sets) if (filter !== key || !key) found.intersection(set);
        known.set(key, found);
      }
      return found;
    },
  };
}

/**
 * Returns a set for each filter given; those that belong to no facet are unnamed. Dead slots may
 * have stale values in the columns: they are never found, as `live` excludes them.
 */
function setsOf(index: CatalogueIndex, filters: ProjectFilters): NamedSet[] {
  const { category, developer, knownFrom } = filters;
  const sets: NamedSet[] = [[undefined, anyOf(index, "category", [category])]];
  for (const filter of queryFilters) {
    const chosen = filters[filter];
    if (chosen) sets.push([filter, anyOf(index, filter, chosen)]);
  }
  if (filters.project) {
    const slots = filters.project.flatMap((id) => index.slotOf.get(id) ?? []);
    sets.push([undefined, new TypedFastBitSet(slots)]);
  }
  if (filters.availableOnly) sets.push([undefined, anyOf(index, "status", ["AVAILABLE"])]);
  if (knownFrom !== undefined) {
    sets.push([undefined, slotsWithin(columnsOf(index).known, knownFrom, Infinity)]);
  }
  if (developer) sets.push(["developer", slotsOfDevelopers(index, new Set(developer))]);
  return [...sets, ...boundSets(index, category, filters)];
}

/** The restrictions of the search text itself: every facet counts with them. */
function searchSets(
  index: CatalogueIndex,
  category: ProjectFilters["category"],
  { found, bounds }: Interpretation,
): NamedSet[] {
  const sets = boundSets(index, category, bounds).map(([, set]): NamedSet => [undefined, set]);
  if (found) sets.push([undefined, found.slots]);
  return sets;
}

function boundSets(
  index: CatalogueIndex,
  category: ProjectFilters["category"],
  bounds: Pick<ProjectFilters, "priceFrom" | "priceTo" | "vintageFrom" | "vintageTo">,
): NamedSet[] {
  const { priceFrom, priceTo, vintageFrom, vintageTo } = bounds;
  const sets: NamedSet[] = [];
  if (vintageFrom !== undefined || vintageTo !== undefined) {
    // By the years of vintages on sale, not by the span around them: a project with 2016 and 2022 has no 2019.
    const years = [...index.choices.year.keys()].filter(
      (year) => Number(year) >= (vintageFrom ?? 0) && Number(year) <= (vintageTo ?? 9999),
    );
    sets.push(["vintage", anyOf(index, "year", years)]);
  }
  if (priceFrom !== undefined || priceTo !== undefined) {
    // By the price shown on cards: no card shows a price outside the requested range.
    const from = priceFrom === undefined ? 0 : cents(priceFrom);
    const to = priceTo === undefined ? Infinity : cents(priceTo);
    sets.push(["price", slotsWithin(pricesIn(category, index), from, to)]);
  }
  return sets;
}

function anyOf(
  index: CatalogueIndex,
  filter: ChoiceFilter,
  values: readonly (string | number)[],
): TypedFastBitSet {
  const [first, ...others] = values.flatMap((value) => index.choices[filter].get(value) ?? []);
  if (!first) return new TypedFastBitSet();
  if (others.length === 0) return first;
  const union = first.clone();
  for (const set of others) union.union(set);
  return union;
}

function slotsOfDevelopers(index: CatalogueIndex, wanted: ReadonlySet<number>): TypedFastBitSet {
  const { of } = columnsOf(index).developerId;
  const set = new TypedFastBitSet();
  for (let slot = 0; slot < of.length; slot++) {
    if (wanted.has(of[slot]!)) set.add(slot);
  }
  return set;
}
