import { expect, test } from "vitest";
import { openFace } from "./faces.ts";
import { runs, wrap } from "./typesetting.ts";

test("A word that is wider than its line is broken where the line is full", () => {
  const widthOf = (text: string) => text.length;
  expect(wrap("a bcdefghij klm", 4, widthOf)).toEqual(["a", "bcde", "fghi", "j", "klm"]);
  expect(wrap("abcd", 4, widthOf)).toEqual(["abcd"]);
  expect(wrap("abc", 0.5, widthOf)).toEqual(["a", "b", "c"]);
});

test("Breaking a word of thousands of letters takes a few measurements per line", () => {
  let measured = 0;
  const lines = wrap("W".repeat(2000), 50, (text) => {
    measured += 1;
    return text.length;
  });
  expect(lines).toHaveLength(40);
  expect(measured).toBeLessThan(40 * 15);
});

test("A word is never broken between a letter and its marks", () => {
  const widthOf = (text: string) => text.length;
  expect(wrap("ที่นี่", 4, widthOf)).toEqual(["ที่", "นี่"]);
});

test("Thai is broken between words, although it has no spaces", () => {
  const widthOf = (text: string) => text.length;
  expect(wrap("(บริษัทพลังงาน)", 14, widthOf)).toEqual(["(บริษัท", "พลังงาน)"]);
  expect(wrap("(บริษัทพลังงาน)", 15, widthOf)).toEqual(["(บริษัทพลังงาน)"]);
});

test("Emoji sequences are drawn as one picture, and joiners leave no box", () => {
  const [letters, picture, ...others] = runs("Wir 👩🏽‍🔬", "regular");
  expect([letters?.text, picture?.text, others]).toEqual(["Wir ", "👩🏽‍🔬", []]);
  expect(openFace(picture!.face).layout(picture!.text).glyphs).toHaveLength(1);
  expect(runs("I ❤️ u", "regular").map((run) => run.text)).toEqual(["I ", "❤ ", "u"]);
});

test("Combining marks are stacked from the letter outwards", () => {
  const drawn = (text: string) => runs(text, "regular")[0]!.text;
  expect(drawn("مَّد")).toBe("م\u0651\u064Eد");
  expect(drawn("น้ำ")).toBe("น\u0E4D\u0E49\u0E32");
});
