import { expect, test } from "vitest";
import { runs } from "./typesetting.ts";

/** The pieces of a line in visual order; right-to-left letters are reversed by their font. */
const ordered = (text: string) =>
  runs(text, "regular")
    .map((run) => run.text)
    .filter((piece) => piece !== " ");

test("Right-to-left words run from the right, digits and Latin among them from the left", () => {
  expect(ordered("retired for חברת החשמל 12")).toEqual(["retired for ", "12", "החשמל", "חברת"]);
  expect(ordered("شركة ABC")).toEqual(["ABC", "شركة"]);
  expect(ordered("ABC شركة Ltd")).toEqual(["ABC ", "شركة", "Ltd"]);
});

test("Brackets still enclose the same words", () => {
  expect(ordered("חברה (ישראל) מ")).toEqual(["מ", "(", "ישראל", ")", "חברה"]);
  expect(ordered("Brennvik (שלום) AS")).toEqual(["Brennvik (", "שלום", ") AS"]);
});

test("A line of a right-to-left text has the direction of the whole text", () => {
  const line = runs("ABC 12.", "regular", "rtl").map((run) => run.text);
  expect(line.join("")).toBe(".ABC 12");
});

test("Persian digits are not reversed with the surrounding letters", () => {
  // The font reverses all text of its script, so that digits are passed to it reversed.
  expect(ordered("شرکت ۱۲۳")).toEqual(["۳۲۱", "شرکت"]);
});
