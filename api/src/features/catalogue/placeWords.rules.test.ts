import { continents } from "@tonneline/contract/codes";
import { countryNames } from "@tonneline/contract/countries";
import { expect, test } from "vitest";
import {
  continentWords,
  namesAbroad,
  placeWords,
  regions,
  withNamesAbroad,
} from "./placeWords.rules.ts";

test("a place is found by continent, region and every name of the country", () => {
  const names = new Map([["VN", "Vietnam, Viet Nam"]]);
  const words = placeWords("Asia", ["VN", "XX"], names).join(", ").split(", ");
  expect(words).toEqual(
    expect.arrayContaining(["Asia", "asian", "Vietnam", "Viet Nam", "XX", "Southeast Asia"]),
  );
  expect(words).not.toContain("South Asia");
  expect(placeWords(null, [], names)).toEqual(["", ""]);
});

test("a country has its names in the languages of the EU, except English words and names of several words", () => {
  const found = withNamesAbroad(
    new Map([
      ["DE", "Germany"],
      ["IS", "Iceland"],
      ["ZA", "South Africa"],
      ["XQ", "Nowhere"],
    ]),
  );
  expect(found.get("DE")!.split(", ")).toEqual(
    expect.arrayContaining(["Germany", "Deutschland", "Allemagne", "Niemcy", "Германия"]),
  );
  expect(found.get("IS")!.split(", ")).toEqual(expect.arrayContaining(["Islande", "Islanda"]));
  expect(found.get("IS")!.split(", ")).not.toContain("Island");
  expect(found.get("ZA")!.split(", ")).toEqual(expect.arrayContaining(["Südafrika", "Sudáfrica"]));
  expect(found.get("ZA")).not.toContain("Afrique");
  expect(found.get("XQ")).toBe("Nowhere");
});

test("every continent with projects has its words, every region known countries, each once", () => {
  expect(continents.filter((name) => !(name in continentWords))).toEqual(["Antarctica"]);
  for (const { countries } of regions) {
    expect(countries.filter((code) => !(code in countryNames))).toEqual([]);
    expect(new Set(countries).size).toBe(countries.length);
  }
});

test.each([
  ["MENA", ["MA", "EG", "AE", "TR"], ["KE", "PK"]],
  ["APAC", ["IN", "JP", "VN", "AU", "FJ"], ["KZ", "AE"]],
  ["EMEA", ["DE", "CH", "UA", "SA", "EG", "ZA"], ["IN", "US"]],
  ["LATAM", ["MX", "BR"], ["JM", "US"]],
  ["LAC", ["MX", "BR", "JM"], ["US"]],
  ["SADC", ["ZA", "TZ", "CD", "MU"], ["KE"]],
  ["Maghreb", ["MA", "MR"], ["EG"]],
  ["Congo Basin", ["CD", "GA"], ["TD"]],
  ["Mesoamerica", ["MX", "GT"], ["CO"]],
  ["Africa", [], ["OM", "DE"]],
  ["Asia", [], ["AU"]],
])("%s is %j and not %j", (word, within, outside) => {
  const asked = word.toLowerCase();
  const isFound = (code: string) =>
    placeWords(null, [code], new Map([[code, ""]])).some((words) =>
      (", " + words + ",").toLowerCase().includes(`, ${asked},`),
    );
  expect(within.filter((code) => !isFound(code))).toEqual([]);
  expect(outside.filter(isFound)).toEqual([]);
});

test("the names of a country elsewhere in the EU are the colloquial ones", () => {
  expect(namesAbroad("US")).toEqual(
    expect.arrayContaining(["Estados Unidos", "Vereinigte Staaten", "États-Unis"]),
  );
  expect(namesAbroad("CI")).toEqual(
    expect.arrayContaining(["Costa d’Avorio", "Elfenbeinküste", "Costa de Marfil"]),
  );
  expect(namesAbroad("IS")).not.toContain("Island");
  expect(namesAbroad("XQ")).toEqual([]);
});
