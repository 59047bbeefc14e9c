import { expect, test } from "vitest";
import { createWordIndex, type SearchTexts } from "./search.ts";

const empty: SearchTexts = { id: [], name: [], kind: [], maker: [], place: [], body: [] };

/** Builds an index of projects with these texts; returns a function for the places that a query finds, best first. */
function ranked(projects: readonly Partial<SearchTexts>[]) {
  const index = createWordIndex();
  for (const [slot, texts] of projects.entries()) index.add(slot, { ...empty, ...texts });
  return (q: string) =>
    [...index.find(q, projects.length, () => true).entries()]
      .filter(([, score]) => score > 0)
      .toSorted(([, one], [, other]) => other - one)
      .map(([slot]) => slot);
}

/** Like `ranked`, of projects that have only a name, with places in ascending order. */
function indexOf(names: readonly string[]) {
  const found = ranked(names.map((name) => ({ name: [name] })));
  return (q: string) => found(q).toSorted((one, other) => one - other);
}

const ten = Array.from({ length: 10 }, (_, nth) => nth);

test("a typo that one project shares is corrected if nothing matches all words", () => {
  const found = indexOf([...ten.map(() => "Forest management"), "Waste managment"]);
  expect(found("forest managment")).toEqual(ten);
  expect(found("waste managment")).toEqual([10]);
  expect(found("managment")).toEqual([10]);
});

test("a word that is not much rarer than its neighbour is taken literally", () => {
  const found = indexOf([...ten.slice(1).map(() => "Forest management"), "Waste managment"]);
  expect(found("forest managment")).toEqual([]);
});

test("two letters may be wrong from six on, and the first one is rarely wrong", () => {
  const found = indexOf(["Wind", "Wind", "Hint", "Forest"]);
  expect(found("hind")).toEqual([2]);
  expect(found("forsat")).toEqual([3]);
  expect(found("frost")).toEqual([]);
  expect(found("norast")).toEqual([]);
});

test("neighbours that form a known word are joined if one of them is no word, or nothing has both", () => {
  const found = indexOf(["Landfill gas", "Hill land", "Landscape of CO2", "co2balance boreholes"]);
  expect(found("land fill")).toEqual([0]);
  expect(found("co2 balance")).toEqual([3]);
  expect(found("hill land")).toEqual([1]);
});

test("words such as 'the' are searched only if there are no others", () => {
  const found = indexOf(["The Well", "Well of hope"]);
  expect(found("the well")).toEqual([0, 1]);
  expect(found("the")).toEqual([0]);
});

test("a word counts most in a registry number, then in the kind, the name, the developer and place, and other texts", () => {
  const word = ["Kelp"];
  const found = ranked([
    { body: word },
    { maker: word },
    { place: word },
    { name: word },
    { kind: word },
    { id: word },
  ]);
  expect(found("kelp")).toEqual([5, 4, 3, 1, 2, 0]);
});

test("a word counts once, in its heaviest field, and all words of a query count", () => {
  const found = ranked([
    { place: ["Kelp"], maker: ["Kelp"], body: ["Kelp bay"] },
    { name: ["Kelp"], body: ["bay"] },
    { kind: ["bay"], body: ["kelp"] },
    { name: ["Kelp bay"] },
  ]);
  expect(found("kelp")).toEqual([1, 3, 0, 2]);
  expect(found("kelp bay")).toEqual([3, 2, 1, 0]);
});

test("a whole word ranks above its beginning, and that above a misspelling", () => {
  const found = ranked([{ name: ["Windmill"] }, { maker: ["Wind"] }, { name: ["Wind windmill"] }]);
  expect(found("wind")).toEqual([2, 1, 0]);
  const misspelt = ranked([
    ...ten.map(() => ({ name: ["Forest management"] })),
    { name: ["Forest managment"] },
    { name: ["Forst management"] },
  ]);
  expect(misspelt("managment forst")).toEqual([10, 11, ...ten]);
});

test("a single letter is no beginning of a word, nor is a goal of another one", () => {
  const found = indexOf(["Wind", "Vitamin W", "SDG1", "SDG13"]);
  expect(found("w")).toEqual([1]);
  expect(found("sdg1")).toEqual([2]);
});

test("a typo is corrected to the nearest word, of equally near ones to the most frequent", () => {
  const found = indexOf(["Meadow", "Meddiw", "Meddiw", "Land", "Lind", "Lind"]);
  expect(found("meadew")).toEqual([0]);
  expect(found("lund")).toEqual([4, 5]);
});

test("of a long query the first eight words are searched, other than repetitions and those such as 'the'", () => {
  const found = indexOf(["one two three four five six seven eight"]);
  expect(found("one the two one three four five six seven eight nine")).toEqual([0]);
  expect(found("one two three four five six seven one nine")).toEqual([]);
});
