import { codeNames } from "@tonneline/contract/codes";
import { type CreditType, type LabelKind } from "@tonneline/contract/catalogue";
import { countryNames } from "@tonneline/contract/countries";
import MiniSearch, { type SearchResult } from "minisearch";
import { TypedFastBitSet } from "typedfastbitset";
import { wordsOf } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import type { ChoiceFilter } from "./listing.ts";
import { continentWords, countryWords, namesAbroad, regions } from "./placeWords.rules.ts";
import {
  creditWords,
  familiesOf,
  families,
  goalWords,
  impactWords,
  labelNames,
  labelWords,
  registryWords,
  tradeWords,
  typeWords,
  type Family,
} from "./words.rules.ts";

/** A named thing that people search for, and the values of one filter that it selects. */
export interface Choice {
  name: string;
  filter: Exclude<ChoiceFilter, "category" | "claimType" | "status">;
  values: readonly (string | number)[];
}

interface Parsed {
  /** The meanings of each name, in order: one name may choose in several filters. */
  choices: readonly (readonly Choice[])[];
  rest: string[];
}

/** The names by which an index's filters can be chosen in a text. */
export interface Vocabulary {
  /** Parses words as consecutive exact names, longest match first; returns the words left over as `rest`. */
  parse: (words: readonly string[]) => Parsed;
  /** Whether nothing is left over of the words. */
  understands: (words: readonly string[]) => boolean;
  /** Whether the words only say what is true of everything: "carbon credits", "projects". */
  isTrueOfAll: (words: readonly string[]) => boolean;
  /** Choices of which every word is a prefix, best first; misspelt ones only if there are no others. */
  completions: (text: string) => Choice[];
  developers: (text: string) => { id: number; name: string }[];
}

function createVocabulary(index: CatalogueIndex): Vocabulary {
  const choices = choicesOf(index);
  const byName = new Map<string, Choice[]>();
  const nameFirst: [string, Choice][] = [
    ...choices.map(({ choice }) => [choice.name, choice] as [string, Choice]),
    ...choices.flatMap(({ choice, words }) =>
      words.split(", ").map((name) => [name, choice] as [string, Choice]),
    ),
  ];
  for (const [name, choice] of nameFirst) {
    const key = wordsOf(name).join(" ");
    const known = byName.get(key) ?? [];
    if (key !== "" && !known.includes(choice)) byName.set(key, [...known, choice]);
  }
  for (const { choice } of choices) {
    const [code, ...others] = choice.values;
    if (choice.filter !== "country" || others.length > 0) continue;
    for (const key of namesAbroad(String(code)).map((name) => wordsOf(name).join(" "))) {
      if (!byName.has(key)) byName.set(key, [choice]);
    }
  }
  const named = searchFor(
    choices.map(({ choice, words }, id) => ({ id, name: choice.name, words })),
  );
  const developerIds = new Set(index.listings.flatMap((listing) => listing?.developerId ?? []));
  const developers = searchFor(
    [...developerIds].map((id) => ({ id, name: index.names.developer.get(id)!, words: "" })),
  );
  function longestCalled(words: readonly string[]): [Choice[], number] {
    for (let length = words.length; length > 0; length--) {
      const choices = byName.get(words.slice(0, length).join(" "));
      if (choices) return [choices, length];
    }
    return [[], 0];
  }

  function parse(words: readonly string[]): Parsed {
    const choices: Choice[][] = [];
    let at = 0;
    for (;;) {
      const [called, length] = longestCalled(words.slice(at));
      if (length === 0 && !joining.has(words[at]!)) {
        return { choices, rest: words.slice(at) };
      }
      if (length > 0) choices.push(called);
      at += length || 1;
    }
  }

  return {
    parse,
    understands: (words) => parse(words).rest.length === 0,
    isTrueOfAll: (words) =>
      words.some((word) => goods.has(word)) &&
      words.every((word) => joining.has(word) && !byName.has(word)),
    completions: (text) => named(text).map((id) => choices[id]!.choice),
    developers: (text) =>
      developers(text).map((id) => ({ id, name: index.names.developer.get(id)! })),
  };
}

// Connecting words: "biochar in Europe". They mean nothing by themselves unless they are part of a name.
const joining = new Set(
  "and carbon credit for from in of offset only or project the vintage with".split(" "),
);
const goods = new Set(["credit", "offset", "project"]);

// Keyed by the words, which all companies' indexes share.
const cache = new WeakMap<CatalogueIndex["words"], { version: number; vocabulary: Vocabulary }>();

/** Returns the cached vocabulary; it is rebuilt only when words of projects change. */
export function vocabularyOf(index: CatalogueIndex): Vocabulary {
  const version = index.namesVersion();
  const known = cache.get(index.words);
  if (known?.version === version) return known.vocabulary;
  const vocabulary = createVocabulary(index);
  cache.set(index.words, { version, vocabulary });
  return vocabulary;
}

/** Returns the slots of a choice. */
export function slotsOf(index: CatalogueIndex, { filter, values }: Choice): TypedFastBitSet {
  const slots = new TypedFastBitSet();
  for (const value of values) {
    const set = index.choices[filter].get(value);
    if (set) slots.union(set);
  }
  return slots;
}

/** Merges choices of the same filter into one that matches any of them: with two countries, most projects are in one. */
export function joined(choices: readonly Choice[]): Choice[] {
  const byFilter = new Map<Choice["filter"], Choice>();
  for (const choice of choices) {
    const before = byFilter.get(choice.filter);
    byFilter.set(
      choice.filter,
      before
        ? {
            ...before,
            name: `${before.name} or ${choice.name}`,
            values: [...new Set([...before.values, ...choice.values])],
          }
        : choice,
    );
  }
  return [...byFilter.values()];
}

/**
 * Returns the slots that match all names in the text, which is what their filters would find; with `either`,
 * several names for one filter, such as two countries, are alternatives. Undefined if a word names nothing.
 */
export function slotsNamed(
  index: CatalogueIndex,
  q: string,
  { either: isEither }: { either: boolean },
): TypedFastBitSet | undefined {
  const { choices, rest } = vocabularyOf(index).parse(wordsOf(q));
  if (rest.length > 0 || choices.length === 0) return undefined;
  const sets = new Map<string | number, TypedFastBitSet>();
  for (const [nth, meanings] of choices.entries()) {
    const key = isEither ? meanings[0]!.filter : nth;
    const set = sets.get(key) ?? new TypedFastBitSet();
    for (const meaning of meanings) set.union(slotsOf(index, meaning));
    sets.set(key, set);
  }
  const slots = index.live.clone();
  for (const set of sets.values()) slots.intersection(set);
  return slots;
}

interface Named {
  id: number;
  name: string;
  words: string;
}

// Same rules as the search: terms of the trade are never misspelt, and a correction keeps the first
// letter ("peatland" does not mean wetland).
const fuzzy = (term: string) =>
  /^[a-z]{4,}$/.test(term) && !tradeWords.has(term) && (term.length > 4 ? 2 : 1);
const beginsAlike = ({ queryTerms, terms }: SearchResult) =>
  queryTerms.every((typed) => terms.some((term) => term[0] === typed[0]));

function searchFor(documents: readonly Named[]): (text: string) => number[] {
  const search = new MiniSearch<Named>({
    fields: ["name", "words"],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { name: 3 },
      combineWith: "AND",
      prefix: (term) => term.length > 1,
    },
  });
  search.addAll(documents);
  return (text) => {
    const found = search.search(text);
    const best = found.length > 0 ? found : search.search(text, { fuzzy, filter: beginsAlike });
    return best.map(({ id }) => id as number);
  };
}

interface Worded {
  choice: Choice;
  /** Other names, comma-separated. */
  words: string;
}

function choicesOf(index: CatalogueIndex): Worded[] {
  const { names, scopes, choices } = index;
  const one = (
    filter: Choice["filter"],
    name: string,
    values: Choice["values"],
    words = "",
  ): Worded => ({ choice: { name, filter, values }, words });
  const each = (
    filter: Choice["filter"],
    named: (value: never) => [name: string, words?: string],
  ) =>
    // The absence of a label can be chosen, but not typed.
    [...choices[filter].keys()]
      .filter((value) => value !== "NONE")
      .map((value) => {
        const [name, words] = named(value as never);
        return one(filter, name, [value], words);
      });
  const typeName = (id: number) => names.projectType.get(id)!;
  const ofFamily = (family: Family) =>
    ([...choices.projectType.keys()] as number[]).filter((id) =>
      familiesOf(typeName(id), scopes.get(id)!).includes(family),
    );
  return [
    ...each("projectType", (id: number) => [typeName(id), typeWords[typeName(id).toLowerCase()]]),
    ...families.map((family) => one("projectType", family.name, ofFamily(family), family.words)),
    ...each("continent", (name: string) => [name, continentWords[name]]),
    ...regions.map(({ name, countries, words }) => one("country", name, countries, words)),
    ...each("country", (code: keyof typeof countryNames) => [
      countryNames[code],
      [index.countryNames.get(code), countryWords[code]].filter(Boolean).join(", "),
    ]),
    ...each("registry", (id: number) => {
      const code = index.registryCodes.get(id) ?? "";
      return [names.registry.get(id)!, [code, registryWords[code]].filter(Boolean).join(", ")];
    }),
    ...each("label", (kind: LabelKind) => [labelNames[kind], labelWords[kind]]),
    one("impactType", "Removals", removals, impactWords.REMOVAL_SHORT),
    one("impactType", "Durable removals", ["REMOVAL_LONG"], impactWords.REMOVAL_LONG),
    one("impactType", "Reductions", ["REDUCTION"], impactWords.REDUCTION),
    ...each("creditType", (type: CreditType) => [codeNames[type], creditWords[type]]),
    ...each("year", (year: number) => [`Vintage ${year}`, `${year}`]),
    ...each("sdg", (goal: number) => [
      `Goal ${goal}`,
      [`sdg ${goal}, sdg${goal}`, goalWords[goal]].filter(Boolean).join(", "),
    ]),
  ];
}

const removals = ["REMOVAL_SHORT", "REMOVAL_LONG", "MIXED"];
