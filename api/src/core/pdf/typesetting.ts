import { directionOf, inVisualOrder, levelsOf } from "./direction.ts";
import { emoji, type Face, faces, hasShape, type Style } from "./faces.ts";

/** Replaces letters that no face has; PDF/A forbids drawing a font's own "missing" glyph. */
const missing = "\u25a1";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into letters with their combining marks; flags and families stay single pictures. */
function lettersOf(text: string): string[] {
  if (!/[\p{M}\p{Cf}\p{RI}\p{Emoji_Modifier}]/u.test(text)) return [...text];
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/** Characters that only affect how their neighbours join: they need no glyph. */
const shapeless = /\p{Default_Ignorable_Code_Point}/gu;

function faceOf(letter: string, style: Style): Face | undefined {
  const shapes = [...letter.replaceAll(shapeless, "")];
  return faces[style].find((face) => shapes.every((shape) => hasShape(face, shape)));
}

export interface Run {
  face: Face;
  text: string;
}

/**
 * Puts combining marks in the order in which they attach, from the letter outwards, which fontkit expects of its caller: a
 * vowel above the sign that doubles an Arabic letter, a tone above the ring of the Thai vowel am.
 */
const orderOfMarks = (text: string) =>
  text
    .replaceAll(/([\u064B-\u0650])\u0651/g, "\u0651$1")
    .replaceAll(/([\u0E48-\u0E4B])\u0E33/g, "\u0E4D$1\u0E32");

/**
 * Splits a line into runs of one face each, from left to right; `direction` is that of the whole text. Spaces belong to the run
 * before them, except in right-to-left text: pdfkit lays out words from the left.
 */
export function runs(text: string, style: Style, direction = directionOf(text)): Run[] {
  const line = orderOfMarks(text.normalize("NFC"));
  const levels = levelsOf(line, direction);
  const pieces: (Run & { level: number })[] = [];
  let at = 0;
  for (const letter of lettersOf(line)) {
    const level = levels?.[at] ?? 0;
    at += letter.length;
    const last = pieces.at(-1);
    const isJoined = letter === " " && last && !emoji.includes(last.face);
    const found = isJoined ? last.face : faceOf(letter, style);
    const face = found ?? faces[style][1]!;
    const drawn = found
      ? letter.replaceAll(shapeless, (sign) => (hasShape(face, sign) ? sign : ""))
      : missing;
    const isParted = level % 2 === 1 && (letter === " " || last?.text === " ");
    if (last?.face === face && last.level === level && !isParted) last.text += drawn;
    else pieces.push({ face, text: drawn, level });
  }
  return levels ? inVisualOrder(pieces, lettersOf) : pieces;
}

/**
 * Returns whether copying a line glyph by glyph gives its text. Right-to-left letters are stored from left to right, as always
 * in PDF: readers reorder them.
 */
export function isReadAsDrawn(line: string, drawn: readonly Run[]): boolean {
  if (levelsOf(line, directionOf(line))) return true;
  if (/[\p{Script=Devanagari}\p{Script=Thai}]/u.test(line)) return false;
  return drawn.map((run) => run.text).join("") === line.normalize("NFC");
}

/** Where a line may break: after a space, hyphen or slash, and around every Han, kana or Hangul letter. */
const unbroken =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}/-]*[/-]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}/-]+/gu;

const words = new Intl.Segmenter("th", { granularity: "word" });

/** Splits Thai, which has no spaces between words, by a dictionary. Other characters stay with the word next to them. */
function thaiWords(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const before = parts.at(-1) ?? "";
    if (/\p{Script=Thai}$/u.test(before) && /^\p{Script=Thai}/u.test(segment)) parts.push(segment);
    else parts.splice(-1, 1, before + segment);
  }
  return parts;
}

/** Splits a text into unbreakable units, each with whether a space preceded it. */
function unitsOf(text: string): { unit: string; isApart: boolean }[] {
  let end = 0;
  return [...text.matchAll(unbroken)].flatMap(({ index, 0: found }) => {
    const parts = /\p{Script=Thai}/u.test(found) ? thaiWords(found) : [found];
    const isApart = index > end;
    end = index + found.length;
    return parts.map((part, at) => ({ unit: part, isApart: isApart && at === 0 }));
  });
}

/**
 * Wraps text into lines of at most `width`; a word that is wider is broken. `widthOf` measures a piece of text in the same
 * unit. Returns at least one line.
 */
export function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { unit, isApart } of unitsOf(text)) {
    const joined = line && `${line}${isApart ? " " : ""}${unit}`;
    if (joined && widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    let rest = lettersOf(unit);
    let fits = fitting(rest, width, widthOf);
    while (fits < rest.length) {
      lines.push(rest.slice(0, fits).join(""));
      rest = rest.slice(fits);
      fits = fitting(rest, width, widthOf);
    }
    line = rest.join("");
  }
  if (line || lines.length === 0) lines.push(line);
  return lines;
}

/**
 * Returns how many leading letters of a word fit into the width, at least one. Doubles, then bisects, since a word may have
 * thousands.
 */
function fitting(
  letters: readonly string[],
  width: number,
  widthOf: (text: string) => number,
): number {
  const isFit = (count: number) => widthOf(letters.slice(0, count).join("")) <= width;
  let fits = 1;
  let tooMany = 2;
  while (tooMany <= letters.length && isFit(tooMany)) {
    fits = tooMany;
    tooMany *= 2;
  }
  tooMany = Math.min(tooMany, letters.length + 1);
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (isFit(middle)) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
