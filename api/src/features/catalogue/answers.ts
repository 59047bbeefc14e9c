import type { ProjectFilters, ProjectQuery, ProjectSummary } from "@tonneline/contract/catalogue";
import { pageOf } from "../../core/lists.ts";
import { columnsOf, sumOf } from "./columns.ts";
import { countCountries, countFacets } from "./facets.ts";
import { findProjects } from "./filters.ts";
import type { CatalogueIndex } from "./index.ts";
import { cardOf } from "./listing.ts";
import { pageOfSlots } from "./orders.ts";

/** Returns a page of the list as JSON; each card was serialized when its project was read. */
export function listAnswer(index: CatalogueIndex, query: ProjectQuery): string {
  const found = findProjects(index, query);
  const set = found.without();
  const availableCredits = sumOf(set, columnsOf(index).available);
  const cards = pageOfSlots(index, query, found).map((slot) => cardOf(index.listings[slot]!));
  const { content: _cards, ...rest } = pageOf([], set.size(), query);
  const around = JSON.stringify({ ...rest, availableCredits });
  return `{"content":[${cards.join()}],${around.slice(1)}`;
}

/** Yields everything a search finds, in list order, from a snapshot taken now: the reader may take its time. */
export function* foundProjects(index: CatalogueIndex, query: ProjectQuery) {
  const found = findProjects(index, query);
  const all = { ...query, page: 0, size: Math.max(1, found.without().size()) };
  const cards = pageOfSlots(index, all, found).map((slot) => cardOf(index.listings[slot]!));
  for (const card of cards) yield JSON.parse(card) as ProjectSummary;
}

/** Returns the facet counts as JSON. */
export function facetsAnswer(index: CatalogueIndex, filters: ProjectFilters): string {
  return JSON.stringify(countFacets(index, filters));
}

/** Returns the totals by country as JSON. */
export function countriesAnswer(index: CatalogueIndex, filters: ProjectFilters): string {
  return JSON.stringify(countCountries(index, filters));
}
