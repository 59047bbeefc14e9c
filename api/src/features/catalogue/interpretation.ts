import { facetsQuery, type ProjectFilters } from "@tonneline/contract/catalogue";
import type { TypedFastBitSet } from "typedfastbitset";
import { isMoney, parseBounds } from "./bounds.rules.ts";
import { slotsWithin } from "./columns.ts";
import { fold, wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import { slotsNamed, vocabularyOf } from "./vocabulary.ts";
import { isAnyFound, type Scores } from "./search.ts";

const boundFilters = {
  priceFrom: true,
  priceTo: true,
  vintageFrom: true,
  vintageTo: true,
} as const;

/** How a search text is interpreted. */
export interface Interpretation {
  /** Without what was understood as bounds, and with spelling corrected if some words are unknown. */
  words: string;
  /** Matching slots and their scores; undefined if the text has no words. */
  found: { scores: Scores; slots: TypedFastBitSet } | undefined;
  bounds: Pick<ProjectFilters, keyof typeof boundFilters>;
}

// A list page and its facets use the same text, and so do subsequent changes of filters.
const maxCached = 10;
// Keyed by the words, which all companies' indexes share.
const cache = new WeakMap<
  CatalogueIndex["words"],
  { version: number; byText: Map<string, Interpretation> }
>();

/** Interprets a search text; the result is cached until the index changes. */
export function interpret(index: CatalogueIndex, q: string): Interpretation {
  const version = index.version();
  const last = cache.get(index.words);
  const byText = last?.version === version ? last.byText : new Map<string, Interpretation>();
  cache.set(index.words, { version, byText });
  const interpretation = byText.get(q) ?? interpretAnew(index, q);
  byText.set(q, interpretation);
  if (byText.size > maxCached) byText.delete(byText.keys().next().value!);
  return interpretation;
}

/**
 * Prices and years are taken as bounds if a currency is named, if the rest is empty or consists of known names,
 * or if no project matches all words of the text: "up to 15 MW" may be part of a project's description.
 */
function interpretAnew(index: CatalogueIndex, q: string): Interpretation {
  const { rest, ...bounds } = parseBounds(q);
  const asText = (): Interpretation => ({ ...foundBy(index, q), bounds: {} });
  if (rest === q) return asText();
  if (!isMoney(q) && !vocabularyOf(index).understands(wordsOf(rest))) {
    const text = asText();
    if (!text.found || isAny(index, text.found.scores)) return text;
  }
  const search =
    wordsOf(rest).length > 0 ? foundBy(index, rest) : { words: rest, found: undefined };
  return { ...search, bounds: facetsQuery.pick(boundFilters).parse(bounds) };
}

// More than words can score.
const aboveWords = 1000;

/**
 * Finds the projects with all words. Those that the words choose by name rank first, misspelt names
 * included, as in the suggested filters: no project's text has "biochar credits" or a country's name
 * in another language. Several names for one filter are alternatives if the text says "or" or nothing
 * matches all words. Words that are true of every project are not searched.
 */
function foundBy(index: CatalogueIndex, q: string): Omit<Interpretation, "bounds"> {
  const typed = wordsOf(q);
  if (vocabularyOf(index).isTrueOfAll(typed)) return { words: q, found: undefined };
  const isLive = (slot: number) => index.live.has(slot);
  const scores = index.words.find(q, index.listings.length, isLive);
  const words = vocabularyOf(index).understands(typed)
    ? q
    : typed.map((word) => index.words.corrected(word, isLive)).join(" ");
  const either = fold(q).split(" ").includes("or") || !isAny(index, scores);
  slotsNamed(index, words, { either })?.forEach((slot) => (scores[slot]! += aboveWords));
  return { words, found: { scores, slots: slotsWithin(scores, Number.MIN_VALUE, Infinity) } };
}

const isAny = ({ live }: CatalogueIndex, scores: Scores) =>
  isAnyFound(scores, (slot) => live.has(slot));
