import bidiFactory from "bidi-js";

export type Direction = "ltr" | "rtl";

/** The package is CommonJS and its types describe an ES module. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Where a text begins: at the right when the first of its letters is of a script that is read from there. */
export function directionOf(text: string): Direction {
  const [letter = ""] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}

/**
 * For each UTF-16 unit of a line how deep it stands in texts that run against each other, odd where they are read from the
 * right (Unicode Standard Annex 9). Nothing for a line that is read from the left throughout.
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
 * Pieces of a line from left to right instead of in the order in which they are read. A font sets letters that are read
 * from the right by itself, and nothing else: what stands among them, such as brackets, is turned here.
 */
export function inPlaces<P extends Piece>(
  pieces: readonly P[],
  lettersOf: (text: string) => string[],
): P[] {
  const placed = pieces.map((piece) => {
    const isTurned = piece.level % 2 === 1;
    if (isTurned === rightToLeft.test(piece.text)) return piece;
    const letters = lettersOf(piece.text).toReversed();
    const text = letters
      .map((letter) => (isTurned && bidi.getMirroredCharacter(letter)) || letter)
      .join("");
    return { ...piece, text };
  });
  const deepest = Math.max(...pieces.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    let from = 0;
    while (from < placed.length) {
      let to = from;
      while (to < placed.length && placed[to]!.level >= level) to += 1;
      placed.splice(from, to - from, ...placed.slice(from, to).toReversed());
      from = to + 1;
    }
  }
  return placed;
}
