import { createRequire } from "node:module";
import { join } from "node:path";
import { type Font, openSync } from "fontkit";

/**
 * The faces that pages are set in, those of the app. Regular and bold fall back by glyph: Hanken Grotesk, Inter, which has
 * Greek, Cyrillic and more signs, then Han and kana, then Hangul.
 */
export type Style = "regular" | "bold" | "mono";

const { resolve } = createRequire(import.meta.url);
/** Beside the package's entry: these packages do not export the fonts themselves. */
const noto = (entry: string, name: string) => join(resolve(entry), "..", "..", "fonts", name);
const faces = {
  regular: resolve("@expo-google-fonts/hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf"),
  bold: resolve("@expo-google-fonts/hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf"),
  interRegular: resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  interBold: resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  mono: resolve("@expo-google-fonts/red-hat-mono/400Regular/RedHatMono_400Regular.ttf"),
  hanRegular: noto("@embedpdf/fonts-sc", "NotoSansHans-Regular.otf"),
  hanBold: noto("@embedpdf/fonts-sc", "NotoSansHans-Bold.otf"),
  hangulRegular: noto("@embedpdf/fonts-kr", "NotoSansKR-Regular.otf"),
  hangulBold: noto("@embedpdf/fonts-kr", "NotoSansKR-Bold.otf"),
};
export type Face = keyof typeof faces;

const fallbacks: Record<Style, readonly Face[]> = {
  regular: ["regular", "interRegular", "hanRegular", "hangulRegular"],
  bold: ["bold", "interBold", "hanBold", "hangulBold"],
  mono: ["mono", "interRegular", "hanRegular", "hangulRegular"],
};

const opened = new Map<Face, Font>();

/**
 * A face, opened when first asked (the fallbacks are several megabytes each, and most pages need none of them) and
 * kept for all documents: reading its tables again takes longer than setting a page.
 */
export function openFace(face: Face): Font {
  let found = opened.get(face);
  if (!found) {
    const font = openSync(faces[face]);
    if (!("hasGlyphForCodePoint" in font))
      throw new Error(`${faces[face]} is a collection of fonts`);
    opened.set(face, (found = font));
  }
  return found;
}

/**
 * To be called before each document. A font keeps the glyphs it has read with the letters they first stood for, and
 * writing a document reads some for no letter at all (the E in an É): in the next one that E could not be copied.
 */
export function forgetGlyphs(): void {
  for (const font of opened.values()) (font as unknown as { _glyphs: object })._glyphs = {};
}

export interface Run {
  face: Face;
  text: string;
}

/** Stands for a letter that no face has; PDF/A forbids drawing a font's own "missing" glyph. */
const missing = "\u25a1";

function faceOf(letter: string, style: Style): Face | undefined {
  return fallbacks[style].find((face) =>
    openFace(face).hasGlyphForCodePoint(letter.codePointAt(0)!),
  );
}

/** A line's text as pieces of one face each. Blanks stay with the piece before them. */
export function runs(text: string, style: Style): Run[] {
  const pieces: Run[] = [];
  for (const letter of text.normalize("NFC")) {
    const last = pieces.at(-1);
    const found = letter === " " && last ? last.face : faceOf(letter, style);
    const face = found ?? "interRegular";
    const drawn = found ? letter : missing;
    if (last?.face === face) last.text += drawn;
    else pieces.push({ face, text: drawn });
  }
  return pieces;
}

/** Where a line may end: after a blank or a hyphen or slash, and around every Han, kana or Hangul letter. */
const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}/-]*[/-]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}/-]+/gu;

/**
 * Text as lines no wider than asked; a word that is wider on its own is broken. `widthOf` measures a piece of text in
 * the same unit as the width. At least one line.
 */
export function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  let end = 0;
  for (const match of text.matchAll(unit)) {
    const blank = match.index > end ? " " : "";
    end = match.index + match[0].length;
    const joined = line && `${line}${blank}${match[0]}`;
    if (joined && widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    let rest = [...match[0]];
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
 * How many first letters of a word are no wider than asked, at least one: by steps that double and then by halves, since a
 * word may have thousands.
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
