import { claimTypes, creditTypes, impactTypes } from "@tonneline/contract/codes";
import { describe, expect, test } from "vitest";
import { regions } from "./placeWords.rules.ts";
import {
  creditWords,
  families,
  familiesOf,
  goalWords,
  impactWords,
  kindWords,
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

  test("of an unknown type are its own name and scope", () => {
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

test("every code has its words, and names of families and regions are unique", () => {
  expect(claimTypes).toHaveLength(2);
  expect(Object.keys(impactWords)).toEqual([...impactTypes]);
  expect(Object.keys(creditWords)).toEqual([...creditTypes]);
  const names = [...families, ...regions].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("every goal has its name", () => {
  expect(Object.keys(goalWords).map(Number)).toEqual(
    Array.from({ length: 17 }, (_, nth) => nth + 1),
  );
});
