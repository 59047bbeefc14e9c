import { expect, test } from "vitest";
import { fold, idKey, singular, wordsOf } from "./fold.rules.ts";

test.each([
  ["Türkiye", "turkiye"],
  ["  ÜRETİM Enerji A.Ş. ", "uretim enerji a s"],
  ["Côte d'Ivoire", "cote d ivoire"],
  ["Łódź, Ærø & Straße – œuvre", "lodz aero strasse oeuvre"],
  ["Đạt þing ðag ısı", "dat thing dag isi"],
  ["REDD+ / ARR (100%)", "redd arr 100"],
  ["水力", "水力"],
  ["!!", ""],
])("%j is compared as %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ["forests", "forest"],
  ["energies", "energy"],
  ["ties", "tie"],
  ["cookstoves", "cookstove"],
  ["gas", "gas"],
  ["cans", "can"],
  ["biomass", "biomass"],
  ["cactus", "cactus"],
  ["basis", "basis"],
  ["962", "962"],
])("%j is looked up as %j", (word, one) => {
  expect(singular(word)).toBe(one);
});

test("a text is split into its words", () => {
  expect(wordsOf("Mangrove forests, and energies")).toEqual([
    "mangrove",
    "forest",
    "and",
    "energy",
  ]);
  expect(wordsOf("-")).toEqual([]);
});

test.each(["VCS 962", "vcs-962", "VCS962", " vcs #962"])("%j is the number VCS962", (text) => {
  expect(idKey(text)).toBe("vcs962");
});
