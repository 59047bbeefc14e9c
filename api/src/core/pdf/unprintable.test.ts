import { hasUnprintable } from "@tonneline/contract/characters";
import { expect, test } from "vitest";
import { runs } from "./typesetting.ts";

const isPrinted = (text: string) => !runs(text, "regular").some((run) => run.text.includes("□"));

test.each(["محمد", "שלום", "นิติ", "भारत", "Հայ", "🌱", "👩🏽‍🔬", "🇩🇪"])(
  "%s cannot be printed, and is known not to be",
  (text) => {
    expect(isPrinted(text)).toBe(false);
    expect(hasUnprintable(`Brennvik ${text}`)).toBe(true);
  },
);

test.each(["Ľudovít & Søn", "Ελλάς", "Київ", "北京 レン", "서울", "5 % – “x” €"])(
  "%s can be printed, and is not told otherwise",
  (text) => {
    expect(isPrinted(text)).toBe(true);
    expect(hasUnprintable(text)).toBe(false);
  },
);

test("nothing that a font has is said to be unprintable", () => {
  const wrong: string[] = [];
  for (let point = 0x20; point < 0x20000; point++) {
    const letter = String.fromCodePoint(point);
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter) && hasUnprintable(letter) && isPrinted(letter))
      wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});
