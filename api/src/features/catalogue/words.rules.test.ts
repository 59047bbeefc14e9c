import { claimTypes, continents, creditTypes, impactTypes } from "@tonneline/contract/codes";
import { countryNames } from "@tonneline/contract/countries";
import { describe, expect, test } from "vitest";
import {
  continentWords,
  creditWords,
  families,
  familiesOf,
  impactWords,
  kindWords,
  namesAbroad,
  placeWords,
  withNamesAbroad,
  regions,
} from "./words.rules.ts";

const facts = {
  projectTypeName: "Direct Air Capture",
  scope: "Engineered Removal",
  impactTypes: ["REMOVAL_LONG"],
  creditTypes: ["EX_ANTE"],
  labels: [{ kind: "CCP" }],
  years: [2024, 2025],
  sdgs: [13],
};

describe("The words of a kind", () => {
  test.each([
    "Direct Air Capture",
    "DACCS",
    "Engineered removal",
    "permanent removal",
    "forward",
    "core carbon principles",
    "2024",
    "2025",
    "sdg13",
  ])("have %s", (words) => {
    expect(kindWords(facts).join()).toContain(words);
  });

  test("of a type that nobody knows are its own name and scope", () => {
    const unknown = { impactTypes: [], creditTypes: [], labels: [], years: [], sdgs: [] };
    expect(kindWords({ ...unknown, projectTypeName: "Kite power", scope: "Other" })).toEqual([
      "Kite power",
      "",
      "Other",
    ]);
  });
});

test.each([
  ["REDD+", "Forestry & Land Use", ["Nature-based solutions", "Forestry"]],
  ["Solar lighting", "Renewable Energy", ["Renewable energy", "Solar"]],
  ["Sustainable Agriculture", "Agriculture", ["Nature-based solutions", "Agriculture"]],
  ["Kite power", "Other", []],
])("%s in %s belongs to %j", (type, scope, names) => {
  expect(familiesOf(type, scope).map(({ name }) => name)).toEqual(names);
});

test("a place is found by continent, region and every name of the country", () => {
  const names = new Map([["VN", "Vietnam, Viet Nam"]]);
  const words = placeWords("Asia", ["VN", "XX"], names).join(", ").split(", ");
  expect(words).toEqual(
    expect.arrayContaining(["Asia", "asian", "Vietnam", "Viet Nam", "XX", "Southeast Asia"]),
  );
  expect(words).not.toContain("South Asia");
  expect(placeWords(null, [], names)).toEqual(["", ""]);
});

test("a country has its names of the EU's languages, but none that is an English word or several", () => {
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

test("every code has its words, every region known countries, every name stands once", () => {
  expect(claimTypes).toHaveLength(2);
  expect(Object.keys(impactWords)).toEqual([...impactTypes]);
  expect(Object.keys(creditWords)).toEqual([...creditTypes]);
  expect(continents.filter((name) => !(name in continentWords))).toEqual(["Antarctica"]);
  for (const { countries } of regions) {
    expect(countries.filter((code) => !(code in countryNames))).toEqual([]);
  }
  const names = [...families, ...regions].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a country has its names of several words elsewhere in the EU, as they are said", () => {
  expect(namesAbroad("US")).toEqual(
    expect.arrayContaining(["Estados Unidos", "Vereinigte Staaten", "États-Unis"]),
  );
  expect(namesAbroad("CI")).toEqual(
    expect.arrayContaining(["Costa d’Avorio", "Elfenbeinküste", "Costa de Marfil"]),
  );
  expect(namesAbroad("IS")).not.toContain("Island");
  expect(namesAbroad("XQ")).toEqual([]);
});
