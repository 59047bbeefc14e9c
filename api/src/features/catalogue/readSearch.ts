import { facetsQuery, type ProjectFilters } from "@tonneline/contract/catalogue";
import type { TypedFastBitSet } from "typedfastbitset";
import { isMoney, readBounds } from "./bounds.rules.ts";
import { placesWithin } from "./columns.ts";
import { fold, wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import { placesNamed, readingsOf } from "./readings.ts";
import { isAnyFound, type Scores } from "./search.ts";

const boundFilters = {
  priceFrom: true,
  priceTo: true,
  vintageFrom: true,
  vintageTo: true,
} as const;

/** How a search is understood. */
export interface SearchReading {
  /** Without what was read as bounds; misspelt ones corrected, where not all are understood. */
  words: string;
  /** What has the words, and how well; undefined without any. */
  found: { scores: Scores; places: TypedFastBitSet } | undefined;
  bounds: Pick<ProjectFilters, keyof typeof boundFilters>;
}

// A page of the list and its facets ask for the same text, and so do the filters that are ticked next.
const mostKept = 10;
// The words are those of every company's prices.
const cache = new WeakMap<
  CatalogueIndex["words"],
  { version: number; readings: Map<string, SearchReading> }
>();

/** What a text asks for; kept until anything of the index is different. */
export function readSearch(index: CatalogueIndex, q: string): SearchReading {
  const version = index.version();
  let last = cache.get(index.words);
  if (last?.version !== version) cache.set(index.words, (last = { version, readings: new Map() }));
  const { readings } = last;
  const reading = readings.get(q) ?? read(index, q);
  readings.set(q, reading);
  if (readings.size > mostKept) readings.delete(readings.keys().next().value!);
  return reading;
}

/**
 * Prices and years are bounds where money is named, where all that is left is known by name or nothing is, and where nothing
 * has all of the text's words: "up to 15 MW" may stand in a project's description.
 */
function read(index: CatalogueIndex, q: string): SearchReading {
  const { rest, ...bounds } = readBounds(q);
  const asItStands = (): SearchReading => ({ ...foundBy(index, q), bounds: {} });
  if (rest === q) return asItStands();
  if (!isMeant(index, q, rest)) {
    const text = asItStands();
    if (!text.found || isAny(index, text.found.scores)) return text;
  }
  const told = wordsOf(rest).length > 0 ? foundBy(index, rest) : { words: rest, found: undefined };
  return { ...told, bounds: facetsQuery.pick(boundFilters).parse(bounds) };
}

function isMeant(index: CatalogueIndex, q: string, rest: string): boolean {
  if (isMoney(q)) return true;
  return readingsOf(index).read(wordsOf(rest)).rest.length === 0;
}

// More than words can score.
const aboveWords = 1000;

/**
 * Of what has all words; first of what they choose by name, misspelt ones too, as the suggested filter does: no project says
 * "biochar credits", or what a country is called elsewhere. Of several of a kind it is one, where "or" says so or nothing has
 * all. Nothing is looked for where the words are true of every project.
 */
function foundBy(index: CatalogueIndex, q: string): Omit<SearchReading, "bounds"> {
  const typed = wordsOf(q);
  if (readingsOf(index).isTrueOfAll(typed)) return { words: q, found: undefined };
  const isLive = (place: number) => index.live.has(place);
  const scores = index.words.find(q, index.listings.length, isLive);
  const isUnderstood = readingsOf(index).read(typed).rest.length === 0;
  const words = isUnderstood
    ? q
    : typed.map((word) => index.words.corrected(word, isLive)).join(" ");
  const either = fold(q).split(" ").includes("or") || !isAny(index, scores);
  placesNamed(index, words, { either })?.forEach((place) => (scores[place]! += aboveWords));
  return { words, found: { scores, places: placesWithin(scores, Number.MIN_VALUE, Infinity) } };
}

const isAny = ({ live }: CatalogueIndex, scores: Scores) =>
  isAnyFound(scores, (place) => live.has(place));
