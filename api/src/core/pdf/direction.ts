import bidiFactory from "bidi-js";

export type Direction = "ltr" | "rtl";

/** The package is CommonJS, but its types describe an ES module. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns a text's direction: right to left if its first letter is of a script written that way. */
export function directionOf(text: string): Direction {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

/**
 * Returns the embedding level of each UTF-16 unit of a line, odd for right-to-left text (Unicode Standard Annex 9). Undefined
 * for a line that is left to right throughout.
 */
export function levelsOf(line: string, direction: Direction): Uint8Array | undefined {
  if (direction === "ltr" && !rightToLeft.test(line)) return undefined;
  return bidi.getEmbeddingLevels(line, direction).levels;
}

interface Piece {
  text: string;
  level: number;
}

/**
 * Reorders a line's pieces from reading order to visual order, left to right. A font lays out right-to-left letters itself, but
 * nothing else: neutral characters among them, such as brackets, are reversed and mirrored here.
 */
export function inVisualOrder<P extends Piece>(
  pieces: readonly P[],
  lettersOf: (text: string) => string[],
): P[] {
  const ordered = pieces.map((piece) => {
    const isReversed = piece.level % 2 === 1;
    if (isReversed === rightToLeft.test(piece.text)) return piece;
    const letters = lettersOf(piece.text).toReversed();
    const text = letters
      .map((letter) => (isReversed && bidi.getMirroredCharacter(letter)) || letter)
      .join("");
    return { ...piece, text };
  });
  const deepest = Math.max(...pieces.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to + 1;
    }
  }
  return ordered;
}
