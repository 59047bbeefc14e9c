import { expect, test } from "vitest";
import { wrap } from "./typesetting.ts";

test("A word that is wider than its line is broken where it is full", () => {
  const widthOf = (text: string) => text.length;
  expect(wrap("a bcdefghij klm", 4, widthOf)).toEqual(["a", "bcde", "fghi", "j", "klm"]);
  expect(wrap("abcd", 4, widthOf)).toEqual(["abcd"]);
  expect(wrap("abc", 0.5, widthOf)).toEqual(["a", "b", "c"]);
});

test("A word of thousands of letters is broken by a few measurements a line", () => {
  let measured = 0;
  const lines = wrap("W".repeat(2000), 50, (text) => {
    measured += 1;
    return text.length;
  });
  expect(lines).toHaveLength(40);
  expect(measured).toBeLessThan(40 * 15);
});
