import { expect, test } from "vitest";
import { patternOf, searchTerms } from "./search.ts";

test.each([
  ["company.example", "%company.example%"],
  ["100%", "%100\\%%"],
  ["a_b, u", "%a\\_b, u%"],
  ["\\", "%\\\\%"],
])("%s is searched literally", (words, pattern) => {
  expect(patternOf(words)).toBe(pattern);
});

test("A search takes the first eight words", () => {
  expect(searchTerms("  one\ttwo ")).toEqual(["one", "two"]);
  expect(searchTerms("1 2 3 4 5 6 7 8 9")).toHaveLength(8);
  expect(searchTerms(undefined)).toEqual([]);
});
