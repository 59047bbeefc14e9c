import type { Facets } from "@tonneline/contract/catalogue";
import fc from "fast-check";
import { expect, test } from "vitest";
import { noSearch } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";
import { activeFilters, choicesOf, priceAt, onBarsOf, priceShare, without } from "./filters.ts";

const none: Facets = {
  categories: [],
  continents: [],
  countries: [],
  projectTypes: [],
  registries: [],
  developers: [],
  sdgs: [],
  creditTypes: [],
  impactTypes: [],
  claimTypes: [],
  statuses: [],
  labels: [],
  vintages: null,
  prices: null,
};

test("Choices without results come after the others, with 0", () => {
  const all = {
    ...none,
    registries: [
      { id: 1, name: "Verra", count: 40 },
      { id: 2, name: "ACR", count: 9 },
      { id: 3, name: "ART", count: 1 },
    ],
  };
  const now = { ...none, registries: [{ id: 3, name: "ART", count: 1 }] };
  expect(choicesOf("registry", all, now, []).map(({ name, count }) => [name, count])).toEqual([
    ["ART", 1],
    ["Verra", 0],
    ["ACR", 0],
  ]);
});

test("A chosen value that the category lacks can still be removed", () => {
  expect(choicesOf("country", none, none, ["KE"])).toEqual([{ id: "KE", count: 0 }]);
});

test("Each active filter can be removed on its own until none is left", () => {
  let search: ProjectSearch = {
    ...noSearch,
    q: "rice",
    availableOnly: true,
    priceFrom: 4,
    priceTo: 9.5,
    vintageFrom: 2018,
    knownFrom: 11,
    registry: [1, 2],
    sdg: [13],
    pages: 3,
  };
  const active = activeFilters(search);
  expect(active.map((filter) => (filter.kind === "list" ? filter.filter : filter.kind))).toEqual([
    "q",
    "availableOnly",
    "price",
    "vintage",
    "known",
    "sdg",
    "registry",
    "registry",
  ]);
  for (const filter of active) {
    const left = without(search, filter);
    expect(activeFilters(left)).toHaveLength(activeFilters(search).length - 1);
    search = left;
  }
  expect(search).toEqual(noSearch);
});

test("The slider's scale reaches both ends and maps prices back to about themselves", () => {
  expect(priceAt(0, 4.2, 183.4)).toBe(4.2);
  expect(priceAt(1, 4.2, 183.4)).toBe(183.4);
  expect(priceShare(4.2, 4.2, 183.4)).toBe(0);
  expect(priceShare(183.4, 4.2, 183.4)).toBe(1);
  expect(priceShare(7, 7, 7)).toBe(0);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const price = priceAt(share, 1.5, 900);
      expect(price).toBeGreaterThanOrEqual(1.5);
      expect(price).toBeLessThanOrEqual(900);
      expect(Math.abs(priceShare(price, 1.5, 900) - share)).toBeLessThan(0.02);
    }),
  );
});

test("A narrower histogram maps to the bars of the wider one without losing projects", () => {
  const wide = [
    { from: 1, to: 10 },
    { from: 10, to: 100 },
    { from: 100, to: 1000 },
  ];
  const narrow = [
    { from: 8, to: 9, count: 2 },
    { from: 9, to: 12, count: 3 },
    { from: 12, to: 15, count: 4 },
    { from: 1000, to: 1000, count: 1 },
  ];
  expect(onBarsOf(wide, narrow).map((bar) => bar.count)).toEqual([2, 7, 1]);
});
