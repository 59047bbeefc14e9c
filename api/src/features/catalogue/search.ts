import SearchableMap from "minisearch/SearchableMap";
import { fold, singular } from "./fold.rules.ts";
import { tradeWords } from "./words.rules.ts";
import { createSpellings } from "./spellings.ts";

/** The fields of a project and the weight of a word in each; a word counts once, in its heaviest field. */
const fields = { id: 12, name: 9, kind: 10, maker: 8, place: 8, body: 1 } as const;
export type SearchField = keyof typeof fields;
/** The texts of each field. */
export type SearchTexts = Record<SearchField, readonly string[]>;

const fieldNames = Object.keys(fields) as SearchField[];
const fieldBits = fieldNames.length;
/** The weight of a word by the mask of fields that contain it. */
const worth = Array.from({ length: 1 << fieldBits }, (_, mask) =>
  Math.max(0, ...fieldNames.map((name, bit) => (mask & (1 << bit) ? fields[name] : 0))),
);

/** For each project that has a word: its slot times 64, plus the mask of the fields that contain it. */
interface Postings {
  /** A Uint32Array once there are many: half the memory. */
  list: number[] | Uint32Array;
  size: number;
}
const fewPostings = 48;
/** The postings of each word. */
type Words = SearchableMap<Postings>;

// A prefix match weighs less than the full word, and a misspelling less than a prefix.
const prefixShare = 0.6;
const typoShare = 0.4;
// A word that is this many times rarer than its neighbour may be a typo of it, even in a project's own name.
const typoRatio = 10;
const maxTerms = 8;

const stopWords = new Set(
  "a an and are as at be by for from in into is it its no not of on or that the their this to was were with".split(
    " ",
  ),
);

/** The score of each slot; 0 if it did not match. */
export type Scores = Float32Array;

export type WordIndex = ReturnType<typeof createWordIndex>;

// Fields with short texts that thousands of projects share; texts of a single project are not cached.
const shared = new Set<SearchField>(["kind", "maker", "place"]);

/** Creates an index of all projects' words, with prefix search and correction of misspelt words to the nearest known one. */
export function createWordIndex() {
  const words: Words = new SearchableMap();
  const stops = new Set<Postings>();
  const eachWord = createSpellings((spelling) => {
    const word = singular(fold(spelling));
    const postings = words.fetch(word, () => ({ list: [], size: 0 }));
    if (stopWords.has(word)) stops.add(postings);
    return postings;
  });
  const pieces = new Map<string, readonly Postings[]>();

  /** Adds a project at its slot, which must be new and higher than all others. */
  function add(slot: number, texts: SearchTexts): void {
    for (const [bit, name] of fieldNames.entries()) {
      const note = (postings: Postings) => {
        if (name === "body" && stops.has(postings)) return;
        const last = postings.size - 1;
        if (last >= 0 && postings.list[last]! >>> fieldBits === slot) {
          postings.list[last]! |= 1 << bit;
        } else append(postings, (slot << fieldBits) | (1 << bit));
      };
      for (const text of texts[name]) {
        if (shared.has(name)) sharedPiece(text).forEach(note);
        else eachWord(text, note);
      }
    }
  }

  function sharedPiece(text: string): readonly Postings[] {
    const known = pieces.get(text);
    if (known) return known;
    const found: Postings[] = [];
    eachWord(text, (postings) => found.push(postings));
    pieces.set(text, found);
    return found;
  }

  /**
   * Scores the slots that have every word typed, or a word that starts with it. A word of at least four letters that is no
   * prefix is corrected, unless it forms one word with its neighbour ("land fill"). If nothing matches all words,
   * neighbours are joined; failing that, very rare words are corrected. Scores of slots that are not live are meaningless.
   */
  function find(q: string, slots: number, isLive: (slot: number) => boolean): Scores {
    const apart = queryTerms(words, q);
    const together = joinedTerms(words, apart);
    const isKnown = apart.every((term) => beginsAny(words, term));
    const tries: [terms: readonly string[], withTypos: boolean][] = [];
    if (isKnown || !together) tries.push([apart, false]);
    if (together) tries.push([together, false]);
    if (apart.length > 1) tries.push([apart, true]);
    let scores: Scores | undefined;
    for (const [terms, withTypos] of tries) {
      scores = scoresOf(words, terms, slots, isLive, withTypos);
      if (isAnyFound(scores, isLive)) break;
    }
    return scores!;
  }

  /** Returns the nearest known word for a misspelt one, otherwise the word itself. */
  function corrected(word: string, isLive: (slot: number) => boolean): string {
    const isKnown = () =>
      [...words.atPrefix(word).values()].some((postings) => isAlive(postings, isLive));
    if (!canBeMisspelt(word) || isKnown()) return word;
    return nearest(words, word, isLive)?.word ?? word;
  }

  return { add, find, corrected };
}

/** Scores the slots that match every term. */
function scoresOf(
  words: Words,
  terms: readonly string[],
  slots: number,
  isLive: (slot: number) => boolean,
  withTypos: boolean,
): Scores {
  const [first, ...others] = terms.map((term) => {
    const found = new Float32Array(slots);
    scoreInto(found, matchesOf(words, term, isLive, withTypos));
    return found;
  });
  const scores = first ?? new Float32Array(slots);
  for (const found of others) {
    for (let slot = 0; slot < slots; slot++) {
      const isFound = scores[slot] !== 0 && found[slot] !== 0;
      scores[slot] = isFound ? scores[slot]! + found[slot]! : 0;
    }
  }
  return scores;
}

/** Whether any live slot has a score. */
export function isAnyFound(scores: Scores, isLive: (slot: number) => boolean): boolean {
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! > 0 && isLive(slot)) return true;
  }
  return false;
}

/**
 * Returns the postings of a term, of the words it is a prefix of, and of its nearest word if it seems
 * misspelt, with their shares.
 */
function matchesOf(
  words: Words,
  term: string,
  isLive: (slot: number) => boolean,
  withTypos: boolean,
): [Postings, number][] {
  const matches: [Postings, number][] = [];
  const add = (postings: Postings | undefined, share: number) => {
    if (postings && isAlive(postings, isLive)) matches.push([postings, share]);
  };
  add(words.get(term), 1);
  // A single letter as a prefix would match everything, and goal 1 is not goal 13.
  if (term.length > 1 && !/^sdg\d+$/.test(term)) {
    for (const [word, postings] of words.atPrefix(term)) {
      if (word !== term) add(postings, prefixShare);
    }
  }
  if (canBeMisspelt(term) && (withTypos || matches.length === 0)) {
    const near = nearest(words, term, isLive)?.postings;
    const size = matches.reduce((sum, [postings]) => sum + postings.size, 0);
    if (near && near.size >= size * typoRatio) add(near, typoShare);
  }
  return matches;
}

const canBeMisspelt = (term: string) => /^[a-z]{4,60}$/.test(term) && !tradeWords.has(term);

/** Keeps each slot's best score over the matches of one term. */
function scoreInto(found: Scores, matches: readonly [Postings, number][]): void {
  for (const [{ list, size }, share] of matches) {
    for (let nth = 0; nth < size; nth++) {
      const posting = list[nth]!;
      const slot = posting >>> fieldBits;
      const score = worth[posting & ((1 << fieldBits) - 1)]! * share;
      if (score > found[slot]!) found[slot] = score;
    }
  }
}

/**
 * Splits a query into terms: registry numbers are kept in one piece, and stop words are used only if there is nothing else.
 */
function queryTerms(words: Words, q: string): string[] {
  const typed = fold(q).split(" ").filter(Boolean);
  const terms: string[] = [];
  for (let at = 0; at < typed.length; at++) {
    const next = typed[at + 1] ?? "";
    // Digits that are a known word with their leading zeros, as in a project's name, are taken literally.
    const number = numberIn(words, `${typed[at]}${next}`, !beginsAny(words, next));
    if (number && !/\d/.test(typed[at]!)) {
      terms.push(number);
      at++;
    } else terms.push(numberIn(words, typed[at]!) ?? singular(typed[at]!));
  }
  const telling = terms.filter((term) => !stopWords.has(term));
  return [...new Set(telling.length > 0 ? telling : terms)].slice(0, maxTerms);
}

/** Joins neighbouring terms that form a known word, such as "land fill"; undefined if there are none. */
function joinedTerms(words: Words, terms: readonly string[]): string[] | undefined {
  const joined: string[] = [];
  for (let at = 0; at < terms.length; at++) {
    const pair = `${terms[at]}${terms[at + 1] ?? ""}`;
    if (pair !== terms[at] && words.has(pair)) {
      joined.push(pair);
      at++;
    } else joined.push(terms[at]!);
  }
  return joined.length < terms.length ? joined : undefined;
}

/**
 * Returns the known spelling of a registry number; with `isFilled`, its padding zeros may be dropped: "vcs0962" is "vcs962".
 */
function numberIn(words: Words, typed: string, isFilled = true): string | undefined {
  if (!/^[a-z]+\d+$/.test(typed)) return undefined;
  const spellings = isFilled ? [typed, typed.replace(/(?<=[a-z])0+(?=\d)/, "")] : [typed];
  return spellings.find((each) => beginsAny(words, each));
}

function beginsAny(words: Words, beginning: string): boolean {
  return words.atPrefix(beginning).keys().next().done === false;
}

/**
 * Finds the known word nearest to a misspelt one: one edit or swap of neighbouring letters away, or
 * two edits from six letters on if the first letter is right ("peatland" does not mean wetland). Ties
 * go to the right first letter, then to the most frequent word.
 */
function nearest(
  words: Words,
  term: string,
  isLive: (slot: number) => boolean,
): { word: string; postings: Postings } | undefined {
  const reach = term.length >= 6 ? 2 : 1;
  const near = [...words.fuzzyGet(term, reach)].map(
    ([word, [postings, edits]]) => [word, postings, edits] as const,
  );
  for (let at = 0; at < term.length - 1; at++) {
    const swapped = term.slice(0, at) + term[at + 1] + term[at] + term.slice(at + 2);
    const postings = words.get(swapped);
    if (postings && swapped !== term) near.push([swapped, postings, 1]);
  }
  let best: { word: string; postings: Postings; rank: number[] } | undefined;
  for (const [word, postings, edits] of near) {
    const isFirst = word[0] === term[0];
    if (edits === 0 || !/^[a-z]{3,60}$/.test(word) || edits > (isFirst ? reach : 1)) continue;
    if (!isAlive(postings, isLive)) continue;
    const rank = [edits, isFirst ? 0 : 1, -postings.size];
    if (!best || isBelow(rank, best.rank)) best = { word, postings, rank };
  }
  return best;
}

function append(postings: Postings, posting: number): void {
  const { list, size } = postings;
  if (!(list instanceof Uint32Array) && size < fewPostings) list.push(posting);
  else {
    if (!(list instanceof Uint32Array) || size === list.length) {
      postings.list = new Uint32Array(size + (size >> 2));
      postings.list.set(list);
    }
    postings.list[size] = posting;
  }
  postings.size++;
}

/** Whether any live project has the word. */
function isAlive({ list, size }: Postings, isLive: (slot: number) => boolean): boolean {
  for (let nth = 0; nth < size; nth++) if (isLive(list[nth]! >>> fieldBits)) return true;
  return false;
}

function isBelow(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, nth) => value !== other[nth]);
  return at >= 0 && one[at]! < other[at]!;
}
