// Letters that are no other letter with a sign.
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

/** Small letters without accents, anything else than letters and digits as one blank: how texts are compared. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : withoutAccents(small))
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

// Most texts are: to look is a fraction of what it takes to make them so.
const isPlain = /^[\x20-\x7e]*$/;

const withoutAccents = (small: string) =>
  small
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldedLetters[letter]!);

/** The words of a text, each as one thing is called: "forests" is "forest", "energies" is "energy". */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded === "" ? [] : folded.split(" ").map(singular);
}

/** A word without the ending of its plural; the same for both, even where the result is no word. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && /[^sui]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** A number at a registry as it is found in any spelling: "VCS 962", "vcs-962" and "VCS962" are one. */
export function idKey(text: string): string {
  return fold(text).replaceAll(" ", "");
}
