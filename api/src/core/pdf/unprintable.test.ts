import { hasUnprintable } from "@tonneline/contract/characters";
import { expect, test } from "vitest";
import { runs } from "./typesetting.ts";

function isPrinted(text: string): boolean {
  const drawn = runs(text, "regular").map((run) => run.text);
  return drawn.join("") !== "" && !drawn.join("").includes("□");
}

test.each(["বাংলা", "தமிழ்", "አማርኛ", "ខ្មែរ"])("%s cannot be printed, and is reported so", (text) => {
  expect(isPrinted(text)).toBe(false);
  expect(hasUnprintable(`Brennvik ${text}`)).toBe(true);
});

const scripts = [
  "Ľudovít & Søn",
  "Ελλάς",
  "Київ",
  "Հայ",
  "ქართული",
  "北京 レン",
  "서울",
  "5 % – “x” €",
];
const shaped = ["محمد", "شرکت ۱۲۳ می‌خواهم", "שלום", "นิติ", "भारत"];
const pictures = ["🌱", "❤️", "👩🏽‍🔬", "🇩🇪"];

test.each([...scripts, ...shaped, ...pictures])(
  "%s can be printed, and is not reported as unprintable",
  (text) => {
    expect(isPrinted(text)).toBe(true);
    expect(hasUnprintable(text)).toBe(false);
  },
);

test("nothing that a font has is reported as unprintable", () => {
  const wrong: string[] = [];
  for (let point = 0x20; point < 0x20000; point++) {
    const letter = String.fromCodePoint(point);
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter) && hasUnprintable(letter) && isPrinted(letter))
      wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});
