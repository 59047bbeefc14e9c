import { expect, test } from "vitest";
import { countOf, newsOf } from "./alerts.rules.ts";

test("What is new, back for sale or priced otherwise is news, each project once", () => {
  const news = newsOf(
    { 1: [1000, 1], 2: [1000, 0], 3: [1000, 1], 4: [null, 1], 5: [500, 1] },
    { 1: [1000, 1], 2: [900, 1], 3: [1100, 1], 4: [700, 0], 6: [100, 1] },
  );
  expect(news).toEqual({
    added: [6],
    back: [2],
    priced: [
      { id: 3, before: 1000, after: 1100 },
      { id: 4, before: null, after: 700 },
    ],
  });
  expect(countOf(news)).toBe(4);
});

test("What sold out or left the search is no news", () => {
  const news = newsOf({ 1: [1000, 1], 2: [1000, 1] }, { 1: [1000, 0] });
  expect(countOf(news)).toBe(0);
});
