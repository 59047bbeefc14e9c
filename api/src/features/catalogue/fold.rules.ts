// Letters that do not decompose into a base letter and a diacritic.
const foldedLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * Normalizes a text for comparison: lower case, no accents, any run of other characters than letters and digits as one blank.
 */
export function fold(text: string): string {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : withoutAccents(small))
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

// Most texts are plain ASCII: checking takes a fraction of the time that normalizing does.
const isPlain = /^[\x20-\x7e]*$/;

const withoutAccents = (small: string) =>
  small
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldedLetters[letter]!);

/** The words of a text in the singular: "forests" is "forest", "energies" is "energy". */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded === "" ? [] : folded.split(" ").map(singular);
}

/** Strips the plural ending; singular and plural give the same result, even if it is not a word. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && /[^sui]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** The key under which a registry's project number is found in any spelling: "VCS 962", "vcs-962" and "VCS962" are equal. */
export function idKey(text: string): string {
  return fold(text).replaceAll(" ", "");
}
