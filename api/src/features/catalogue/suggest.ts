import type { ProjectSummary, SuggestQuery, Suggestions } from "@tonneline/contract/catalogue";
import { findProjects } from "./filters.ts";
import { wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import { pageOfPlaces } from "./orders.ts";
import { placesOf, readingsOf, type Choice, type Readings } from "./readings.ts";

const mostFilters = 5;
const mostProjects = 5;
const mostDevelopers = 3;
// "Biogas" is made of manure and of a household's waste.
const mostMeanings = 3;

type SuggestedFilter = Suggestions["filters"][number];

/** Filters, projects and developers of a category for what is being typed, as JSON. */
export function suggestAnswer(index: CatalogueIndex, query: SuggestQuery): string {
  const { q, category } = query;
  const readings = readingsOf(index);
  const first = { q, category, page: 0, size: mostProjects, sort: [] };
  const places =
    wordsOf(q).length > 0 ? pageOfPlaces(index, first, findProjects(index, query)) : [];
  const suggestions: Suggestions = {
    filters: filtersFor(index, readings, query),
    projects: places.map((place) => {
      const card: ProjectSummary = JSON.parse(index.listings[place]!.card);
      const { id, name, externalId, projectType, countries } = card;
      return { id, name, externalId, projectType: projectType.name, countries };
    }),
    developers: readings
      .developers(q)
      .slice(0, 2 * mostDevelopers)
      .map((developer) => {
        const filters = { category, developer: [developer.id] };
        return { ...developer, count: findProjects(index, filters).without().size() };
      })
      .filter(({ count }) => count > 0)
      .slice(0, mostDevelopers),
  };
  return JSON.stringify(suggestions);
}

function filtersFor(
  index: CatalogueIndex,
  readings: Readings,
  { q, category }: SuggestQuery,
): SuggestedFilter[] {
  const suggested = new Map<string, SuggestedFilter>();
  const all = index.choices.category.get(category);
  if (!all) return [];
  for (const choices of meaningsOf(readings, q)) {
    const set = choices.flatMap(setOf);
    const key = JSON.stringify(set);
    if (suggested.has(key)) continue;
    const places = all.clone();
    for (const choice of choices) places.intersection(placesOf(index, choice));
    const count = places.size();
    const name = choices.map((choice) => choice.name).join(" · ");
    if (count > 0) suggested.set(key, { name, set, count });
    if (suggested.size === mostFilters) break;
  }
  return [...suggested.values()];
}

/** All words as choices of different filters: what is called so, then what begins so. */
function meaningsOf(readings: Readings, q: string): Choice[][] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const { choices, rest } = readings.read(words);
  if (rest.length > 0) return combined([...choices, readings.beginning(rest.join(" "))]);
  const called = combined(choices);
  return choices.length > 1 ? called : [...called, ...combined([readings.beginning(q)])];
}

function combined(segments: readonly (readonly Choice[])[]): Choice[][] {
  return segments.reduce<Choice[][]>(
    (heads, tails, nth) =>
      heads.flatMap((head) =>
        (nth < segments.length - 1 ? tails.slice(0, mostMeanings) : tails)
          .filter(({ filter }) => head.every((one) => one.filter !== filter))
          .map((tail) => [...head, tail]),
      ),
    [[]],
  );
}

/** As the list's query spells it. */
function setOf({ filter, values }: Choice): SuggestedFilter["set"] {
  const texts = values.map(String);
  if (filter !== "year") return [{ filter, values: texts }];
  return [
    { filter: "vintageFrom", values: texts },
    { filter: "vintageTo", values: texts },
  ];
}
