import { expect, test } from "vitest";
import { createWordIndex, type SearchTexts } from "./search.ts";

const empty: SearchTexts = { id: [], name: [], kind: [], maker: [], place: [], body: [] };

/** Builds an index of projects with these names; returns a function for the places that a query finds. */
function indexOf(names: readonly string[]) {
  const index = createWordIndex();
  for (const [slot, name] of names.entries()) index.add(slot, { ...empty, name: [name] });
  return (q: string) =>
    [...index.find(q, names.length, () => true).entries()]
      .filter(([, score]) => score > 0)
      .map(([slot]) => slot);
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
