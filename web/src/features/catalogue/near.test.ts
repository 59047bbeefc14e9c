import { expect, test } from "vitest";
import { noSearch } from "./catalogue.search.ts";
import { nearMisses } from "./near.ts";

test("A search is tried without each whole filter, and without each of several words", () => {
  const search = { ...noSearch, q: "rice  paddy", continent: ["Europe" as const], sdg: [3, 7] };
  expect(
    nearMisses({ ...search, pages: 4 }).map(({ search: { q, continent, sdg, pages }, without }) => [
      without.kind === "word" ? without.word : without.filter.kind,
      q,
      continent,
      sdg,
      pages,
    ]),
  ).toEqual([
    ["rice", "paddy", ["Europe"], [3, 7], 1],
    ["paddy", "rice", ["Europe"], [3, 7], 1],
    ["q", "", ["Europe"], [3, 7], 1],
    ["list", "rice  paddy", [], [3, 7], 1],
    ["list", "rice  paddy", ["Europe"], [], 1],
  ]);
});

test("A single word is dropped with the whole search, and an empty search has no variants", () => {
  expect(nearMisses({ ...noSearch, q: "rice" })).toHaveLength(1);
  expect(nearMisses(noSearch)).toEqual([]);
});

test("Of a long search only the first six words are each left out", () => {
  const words = nearMisses({ ...noSearch, q: "a b c d e f g h" }).filter(
    ({ without }) => without.kind === "word",
  );
  expect(words.map(({ search }) => search.q)).toEqual([
    "b c d e f g h",
    "a c d e f g h",
    "a b d e f g h",
    "a b c e f g h",
    "a b c d f g h",
    "a b c d e g h",
  ]);
});
