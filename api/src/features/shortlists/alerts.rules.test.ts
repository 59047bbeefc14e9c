import { describe, expect, test } from "vitest";
import { countOf, knownFrom, newsOf, type Known } from "./alerts.rules.ts";

test("New, newly for sale and repriced projects are news, each once", () => {
  const news = newsOf(
    { 1: [1000, 1], 2: [1000, 0], 3: [1000, 1], 4: [null, 1], 5: [500, 1] },
    { 1: [1000, 1], 2: [900, 1], 3: [1100, 1], 4: [700, 0], 6: [100, 1] },
  );
  expect(news).toEqual({
    added: [6],
    onSale: [2],
    again: [],
    priced: [
      { id: 3, before: 1000, after: 1100 },
      { id: 4, before: null, after: 700 },
    ],
  });
  expect(countOf(news)).toBe(4);
});

test("Projects that sold out or left the search are not news", () => {
  const news = newsOf({ 1: [1000, 1], 2: [1000, 1] }, { 1: [1000, 0] });
  expect(countOf(news)).toBe(0);
});

describe("A project that leaves a search and returns", () => {
  const before: Known = { 1: [1000, 1], 2: [500, 1] };
  const left = (isForSale: boolean) => knownFrom(before, { 2: [600, 1] }, () => isForSale);

  test("is remembered as last found, and as it is now once it is found", () => {
    expect(left(false)).toEqual({ 1: [1000, 0, "gone"], 2: [600, 1] });
    expect(knownFrom(left(false), { 2: [600, 1] }, (id) => id === 1)).toEqual({
      1: [1000, 1, "gone"],
      2: [600, 1],
    });
  });

  test("is newly for sale if it had sold out", () => {
    const news = newsOf(left(false), { 1: [1000, 1], 2: [600, 1] });
    expect(news).toEqual({ added: [], onSale: [1], again: [], priced: [] });
    expect(countOf(news)).toBe(1);
  });

  test("is found again if it was for sale all the time, whatever its price", () => {
    const news = newsOf(left(true), { 1: [900, 1], 2: [600, 1] });
    expect(news).toEqual({ added: [], onSale: [], again: [1], priced: [] });
    expect(countOf(news)).toBe(1);
    const known = knownFrom(left(true), { 1: [900, 1] }, () => true);
    expect(known).toEqual({ 1: [900, 1], 2: [600, 1, "gone"] });
  });
});
