import type { ProjectFilters } from "@tonneline/contract/catalogue";
import { TypedFastBitSet } from "typedfastbitset";
import { cents } from "../../core/money.ts";
import { columnsOf, placesWithin } from "./columns.ts";
import type { CatalogueIndex } from "./index.ts";
import { queryFilters, type ChoiceFilter, type Listing } from "./listing.ts";
import { readSearch, type SearchReading } from "./readSearch.ts";

/** By which of its own filters a facet is not narrowed. */
export type Filter = Exclude<ChoiceFilter, "category" | "year"> | "developer" | "vintage" | "price";

/** The price in cents that a list shows and sorts by: that of the financing in its category, else the "from" price. */
export function priceIn(category: ProjectFilters["category"], listing: Listing): number | null {
  return category === "FINANCING" ? listing.financingPrice : listing.price;
}

/** The same of each place; not a number where there is none. */
export function pricesIn(category: ProjectFilters["category"], index: CatalogueIndex) {
  const { financingPrice, price } = columnsOf(index);
  return category === "FINANCING" ? financingPrice : price;
}

type NamedSet = [Filter | undefined, TypedFastBitSet];

/** What a query finds. */
export interface Found {
  /** Places that pass every filter but that one. */
  without: (own?: Filter) => TypedFastBitSet;
  /** How the text of the search was understood. */
  read: SearchReading | undefined;
}

/** The last word on the meaning of each filter. */
export function findProjects(index: CatalogueIndex, filters: ProjectFilters): Found {
  const read = filters.q ? readSearch(index, filters.q) : undefined;
  const sets = setsOf(index, filters);
  if (read) sets.push(...searchSets(index, filters.category, read));
  const known = new Map<Filter | undefined, TypedFastBitSet>();
  return {
    read,
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
 * A set for each filter that was given; those that belong to no facet have no name. What a place tells once nothing is
 * there any more means nothing: no dead one is ever found.
 */
function setsOf(index: CatalogueIndex, filters: ProjectFilters): NamedSet[] {
  const { category, developer, knownFrom } = filters;
  const sets: NamedSet[] = [[undefined, anyOf(index, "category", [category])]];
  for (const filter of queryFilters) {
    const chosen = filters[filter];
    if (chosen) sets.push([filter, anyOf(index, filter, chosen)]);
  }
  if (filters.project) {
    const places = filters.project.flatMap((id) => index.placeOf.get(id) ?? []);
    sets.push([undefined, new TypedFastBitSet(places)]);
  }
  if (filters.availableOnly) sets.push([undefined, anyOf(index, "status", ["AVAILABLE"])]);
  if (knownFrom !== undefined) {
    sets.push([undefined, placesWithin(columnsOf(index).known, knownFrom, Infinity)]);
  }
  if (developer) sets.push(["developer", placesOfDevelopers(index, new Set(developer))]);
  return [...sets, ...boundSets(index, category, filters)];
}

/** What a search narrows by itself: no facet counts without it. */
function searchSets(
  index: CatalogueIndex,
  category: ProjectFilters["category"],
  { found, bounds }: SearchReading,
): NamedSet[] {
  const sets = boundSets(index, category, bounds).map(([, set]): NamedSet => [undefined, set]);
  if (found) sets.push([undefined, found.places]);
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
    // A year of a vintage on sale, not just a span around it: a project of 2016 and 2022 has none of 2019.
    const years = [...index.choices.year.keys()].filter(
      (year) => Number(year) >= (vintageFrom ?? 0) && Number(year) <= (vintageTo ?? 9999),
    );
    sets.push(["vintage", anyOf(index, "year", years)]);
  }
  if (priceFrom !== undefined || priceTo !== undefined) {
    // By the price that cards show: no card shows a price outside the range asked for.
    const from = priceFrom === undefined ? 0 : cents(priceFrom);
    const to = priceTo === undefined ? Infinity : cents(priceTo);
    sets.push(["price", placesWithin(pricesIn(category, index), from, to)]);
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

function placesOfDevelopers(index: CatalogueIndex, wanted: ReadonlySet<number>): TypedFastBitSet {
  const { of } = columnsOf(index).developerId;
  const set = new TypedFastBitSet();
  for (let place = 0; place < of.length; place++) {
    if (wanted.has(of[place]!)) set.add(place);
  }
  return set;
}
