import { facetsQuery, type ProjectFilters } from "@tonneline/contract/catalogue";
import { readBounds } from "./bounds.rules.ts";
import { fold, wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import { placesNamed, readingsOf } from "./readings.ts";
import type { Scores } from "./search.ts";

const boundFilters = {
  priceFrom: true,
  priceTo: true,
  vintageFrom: true,
  vintageTo: true,
} as const;

/** How a search is understood. */
export interface SearchReading {
  /** Without what was read as bounds. */
  words: string;
  /** Of what has the words; undefined without any. */
  scores: Scores | undefined;
  bounds: Pick<ProjectFilters, keyof typeof boundFilters>;
}

/**
 * What a text asks for. Prices and years are bounds where money is named, where all that is left is known by name or nothing
 * is, and where nothing has all of the text's words: "up to 15 MW" may stand in a project's description.
 */
export function readSearch(index: CatalogueIndex, q: string): SearchReading {
  const { rest, ...bounds } = readBounds(q);
  const asItStands = (): SearchReading => ({ words: q, scores: scoresOf(index, q), bounds: {} });
  if (rest === q) return asItStands();
  if (!isMeant(index, q, rest)) {
    const text = asItStands();
    if (isAny(index, text.scores!)) return text;
  }
  const scores = wordsOf(rest).length > 0 ? scoresOf(index, rest) : undefined;
  return { words: rest, scores, bounds: facetsQuery.pick(boundFilters).parse(bounds) };
}

function isMeant(index: CatalogueIndex, q: string, rest: string): boolean {
  if (/€|\beur(os?)?\b/i.test(q)) return true;
  return readingsOf(index).read(wordsOf(rest)).rest.length === 0;
}

// More than words can score.
const aboveWords = 1000;

/**
 * Of what has all words; first of what they choose by name, as the suggested filter does: no project says "biochar credits",
 * or what a country is called elsewhere. Of several of a kind it is one, where "or" says so or nothing has all.
 */
function scoresOf(index: CatalogueIndex, q: string): Scores {
  const scores = index.words.find(q, index.listings.length, (place) => index.live.has(place));
  const either = fold(q).split(" ").includes("or") || !isAny(index, scores);
  placesNamed(index, q, { either })?.forEach((place) => (scores[place]! += aboveWords));
  return scores;
}

const isAny = (index: CatalogueIndex, scores: Scores) =>
  scores.some((score, place) => score > 0 && index.live.has(place));
