import type { ProjectFilters } from "@tonneline/contract/catalogue";
import { TypedFastBitSet } from "typedfastbitset";
import { cents } from "../../core/money.ts";
import { columnsOf, placesWithin } from "./columns.ts";
import type { CatalogueIndex } from "./index.ts";
import { queryFilters, type ChoiceFilter, type Listing } from "./listing.ts";
import { placesOfEither } from "./readings.ts";
import type { Scores } from "./search.ts";

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

/** What a query finds. */
export interface Found {
  /** Places that pass every filter but that one. */
  without: (own?: Filter) => TypedFastBitSet;
  /** With words to search for. */
  scores: Scores | undefined;
}

/** The last word on the meaning of each filter. `scores` where its words were searched before. */
export function findProjects(
  index: CatalogueIndex,
  filters: ProjectFilters,
  scores: Scores | undefined = filters.q ? scoresOf(index, filters.q) : undefined,
): Found {
  const sets = setsOf(index, filters, scores);
  const known = new Map<Filter | undefined, TypedFastBitSet>();
  return {
    scores,
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

/** Of what has all words; where nothing has and they name several of a kind, of what is of one of these. */
function scoresOf(index: CatalogueIndex, q: string): Scores {
  const scores = index.words.find(q, index.listings.length, (place) => index.live.has(place));
  if (!scores.some((score, place) => score > 0 && index.live.has(place))) {
    placesOfEither(index, q)?.forEach((place) => (scores[place] = 1));
  }
  return scores;
}

/**
 * A set for each filter that was given; those that belong to no facet have no name. What a place tells once nothing is
 * there any more means nothing: no dead one is ever found.
 */
function setsOf(
  index: CatalogueIndex,
  filters: ProjectFilters,
  scores: Scores | undefined,
): [Filter | undefined, TypedFastBitSet][] {
  const { category, developer, knownFrom, priceFrom, priceTo, vintageFrom, vintageTo } = filters;
  const sets: [Filter | undefined, TypedFastBitSet][] = [
    [undefined, anyOf(index, "category", [category])],
  ];
  for (const filter of queryFilters) {
    const chosen = filters[filter];
    if (chosen) sets.push([filter, anyOf(index, filter, chosen)]);
  }
  if (filters.project) {
    const places = filters.project.flatMap((id) => index.placeOf.get(id) ?? []);
    sets.push([undefined, new TypedFastBitSet(places)]);
  }
  if (filters.availableOnly) sets.push([undefined, anyOf(index, "status", ["AVAILABLE"])]);
  if (scores) sets.push([undefined, placesWithin(scores, Number.MIN_VALUE, Infinity)]);
  if (knownFrom !== undefined) {
    sets.push([undefined, placesWithin(columnsOf(index).known, knownFrom, Infinity)]);
  }
  if (developer) sets.push(["developer", placesOfDevelopers(index, new Set(developer))]);
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
  const { developerId } = columnsOf(index);
  const set = new TypedFastBitSet();
  for (let place = 0; place < developerId.length; place++) {
    if (wanted.has(developerId[place]!)) set.add(place);
  }
  return set;
}
