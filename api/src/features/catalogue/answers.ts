import type { ProjectFilters, ProjectQuery, ProjectSummary } from "@tonneline/contract/catalogue";
import { pageOf } from "../../core/lists.ts";
import { countCountries, countFacets } from "./facets.ts";
import { findProjects } from "./filters.ts";
import type { CatalogueIndex } from "./index.ts";
import { pageOfPlaces } from "./orders.ts";

/** A page of the list as JSON; each card was written when its project was read. */
export function listAnswer(index: CatalogueIndex, query: ProjectQuery): string {
  const found = findProjects(index, query);
  const set = found.without();
  let availableCredits = 0;
  set.forEach((place) => {
    availableCredits += index.listings[place]!.available;
  });
  const cards = pageOfPlaces(index, query, found).map((place) => index.listings[place]!.card);
  const { content: _cards, ...rest } = pageOf([], set.size(), query);
  const around = JSON.stringify({ ...rest, availableCredits });
  return `{"content":[${cards.join()}],${around.slice(1)}`;
}

/** All that a search finds, in the order of the list. */
export function* foundProjects(index: CatalogueIndex, query: ProjectQuery) {
  const found = findProjects(index, query);
  const all = { ...query, page: 0, size: Math.max(1, found.without().size()) };
  for (const place of pageOfPlaces(index, all, found)) {
    yield JSON.parse(index.listings[place]!.card) as ProjectSummary;
  }
}

/** Facet counts as JSON. */
export function facetsAnswer(index: CatalogueIndex, filters: ProjectFilters): string {
  return JSON.stringify(countFacets(index, filters));
}

/** Totals by country as JSON. */
export function countriesAnswer(index: CatalogueIndex, filters: ProjectFilters): string {
  return JSON.stringify(countCountries(index, filters));
}

// Large lists are made again; a page and its facets have some tens of thousands.
const mostLetters = 200_000;
const mostKept = 500;

/** Gives an answer again until the index, or what is in it, is another: at most 500 of each index. */
export function keepAnswers<Query>(answer: (index: CatalogueIndex, query: Query) => string) {
  // Each set of prices has an index of its own: no company reads another's.
  const keptBy = new WeakMap<CatalogueIndex, { version: number; kept: Map<string, string> }>();
  return (index: CatalogueIndex, query: Query): string => {
    const before = keptBy.get(index);
    const isKept = before?.version === index.version() && before.kept.size < mostKept;
    const kept = isKept ? before.kept : new Map<string, string>();
    if (!isKept) keptBy.set(index, { version: index.version(), kept });
    const key = JSON.stringify(query);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = answer(index, query);
    if (made.length <= mostLetters) kept.set(key, made);
    return made;
  };
}
