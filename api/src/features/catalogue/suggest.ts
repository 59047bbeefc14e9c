import type { ProjectSummary, SuggestQuery, Suggestions } from "@tonneline/contract/catalogue";
import { projectQuery } from "@tonneline/contract/catalogue";
import type { suggestedFilters } from "@tonneline/contract/codes";
import { parseBounds, type Bounds } from "./bounds.rules.ts";
import { findProjects } from "./filters.ts";
import { wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import { cardOf } from "./listing.ts";
import { pageOfSlots } from "./orders.ts";
import { joined, vocabularyOf, type Choice, type Vocabulary } from "./vocabulary.ts";

const maxFilters = 5;
const maxDevelopers = 3;
// "Biogas" is made from manure as well as from household waste.
const maxMeanings = 3;

type SuggestedFilter = Suggestions["filters"][number];
/** A filter of the list's query and its values. */
type Pair = [filter: (typeof suggestedFilters)[number], values: string];

/** Suggests projects, developers and filters of a category for the text being typed, as JSON. */
export function suggestAnswer(index: CatalogueIndex, query: SuggestQuery): string {
  const { q, category, size } = query;
  const vocabulary = vocabularyOf(index);
  const first = { q, category, page: 0, size, sort: [] };
  const slots = wordsOf(q).length > 0 ? pageOfSlots(index, first, findProjects(index, first)) : [];
  const suggestions: Suggestions = {
    projects: slots.map((slot) => {
      const card: ProjectSummary = JSON.parse(cardOf(index.listings[slot]!));
      const { id, name, externalId, projectType, countries } = card;
      return { id, name, externalId, projectType: projectType.name, countries };
    }),
    developers: vocabulary
      .developers(q)
      .slice(0, 2 * maxDevelopers)
      .map((developer) => {
        const filters = { category, developer: [developer.id] };
        return { ...developer, projects: findProjects(index, filters).without().size() };
      })
      .filter(({ projects }) => projects > 0)
      .slice(0, maxDevelopers),
    filters: filtersFor(index, vocabulary, query),
  };
  return JSON.stringify(suggestions);
}

function filtersFor(
  index: CatalogueIndex,
  vocabulary: Vocabulary,
  { q, category }: SuggestQuery,
): SuggestedFilter[] {
  const { rest, ...bounds } = parseBounds(q);
  const boundPairs = Object.entries(bounds) as Pair[];
  const suggested = new Map<string, SuggestedFilter>();
  let nothing: SuggestedFilter | undefined;
  const meanings = rest === "" && boundPairs.length > 0 ? [[]] : meaningsOf(vocabulary, rest);
  for (const choices of meanings.map(joined)) {
    // A single year next to a range of years: one of them would be dropped silently.
    if ((bounds.vintageFrom ?? bounds.vintageTo) && choices.some(({ filter }) => filter === "year"))
      continue;
    const set = new URLSearchParams([...choices.flatMap(pairsOf), ...boundPairs]);
    const key = String(set);
    // Connecting words alone choose nothing.
    if (key === "" || suggested.has(key)) continue;
    const query = projectQuery.parse({ category, ...Object.fromEntries(set) });
    const projects = findProjects(index, query).without().size();
    const label = [...choices.map(({ name }) => name), ...boundWords(bounds)].join(" · ");
    if (projects > 0) suggested.set(key, { label, query: key, projects });
    else nothing ??= { label, query: key, projects };
    if (suggested.size === maxFilters) break;
  }
  // Everything was understood, but nothing matches: applied as filters, the list shows which of them is in the way.
  if (suggested.size === 0 && nothing && vocabulary.understands(wordsOf(rest))) return [nothing];
  return [...suggested.values()];
}

function boundWords({ vintageFrom, vintageTo, ...prices }: Omit<Bounds, "rest">): string[] {
  return [...vintageWords({ vintageFrom, vintageTo }), ...priceWords(prices)];
}

function vintageWords({ vintageFrom, vintageTo }: Pick<Bounds, "vintageFrom" | "vintageTo">) {
  if (vintageFrom && vintageTo) return [`Vintages ${vintageFrom} to ${vintageTo}`];
  if (vintageTo) return [`Vintages up to ${vintageTo}`];
  return vintageFrom ? [`Vintages from ${vintageFrom}`] : [];
}

function priceWords({ priceFrom, priceTo }: Pick<Bounds, "priceFrom" | "priceTo">): string[] {
  if (priceFrom && priceTo) return [`€${priceFrom} to €${priceTo}`];
  if (priceTo) return [`At most €${priceTo}`];
  return priceFrom ? [`At least €${priceFrom}`] : [];
}

/** Combines all words as choices, merged per filter: exact names first, then prefixes. */
function meaningsOf(vocabulary: Vocabulary, q: string): Choice[][] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const { choices, rest } = vocabulary.parse(words);
  if (rest.length > 0) return combined([...choices, vocabulary.completions(rest.join(" "))]);
  const called = combined(choices);
  return choices.length > 1 ? called : [...called, ...combined([vocabulary.completions(q)])];
}

function combined(segments: readonly (readonly Choice[])[]): Choice[][] {
  return segments.reduce<Choice[][]>(
    (heads, tails, nth) =>
      heads.flatMap((head) =>
        (nth < segments.length - 1 ? tails.slice(0, maxMeanings) : tails)
          .filter((tail) => head.every((one) => isCompatible(one, tail) || isSame(one, tail)))
          .map((tail) => (head.some((one) => isSame(one, tail)) ? head : [...head, tail])),
      ),
    [[]],
  );
}

/** Two words for the same thing: "Article 6 authorised". */
const isSame = (one: Choice, other: Choice) =>
  one.filter === other.filter && one.name === other.name;

/** Two years form a range, which the bounds cover, and nothing is chosen twice. */
const isCompatible = (one: Choice, other: Choice) =>
  one.filter !== other.filter ||
  (one.filter !== "year" && other.values.some((value) => !one.values.includes(value)));

/** In the format of the list's query. */
function pairsOf({ filter, values }: Choice): Pair[] {
  const texts = values.join();
  if (filter !== "year") return [[filter, texts]];
  return [
    ["vintageFrom", texts],
    ["vintageTo", texts],
  ];
}
