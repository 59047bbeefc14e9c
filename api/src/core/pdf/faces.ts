import { createRequire } from "node:module";
import { join } from "node:path";
import { type Font, openSync } from "fontkit";

export type Style = "regular" | "bold" | "mono";

/** The path of a font file. */
export type Face = string;

const { resolve } = createRequire(import.meta.url);
const google = (folder: string, name: string): [Face, Face] => [
  resolve(`@expo-google-fonts/${folder}/400Regular/${name}_400Regular.ttf`),
  resolve(`@expo-google-fonts/${folder}/600SemiBold/${name}_600SemiBold.ttf`),
];
/** Located relative to the package's entry: these packages do not export the fonts themselves. */
const embedPdf = (folder: string, name: string): [Face, Face] => {
  const fonts = join(resolve(`@embedpdf/${folder}`), "..", "..", "fonts");
  return [join(fonts, `${name}-Regular.otf`), join(fonts, `${name}-Bold.otf`)];
};

const hanken = google("hanken-grotesk", "HankenGrotesk");
/** Its space is as wide as its emoji. */
export const emoji = google("noto-emoji", "NotoEmoji");
/** Inter has Greek, Cyrillic and more symbols. */
const fallback = [
  google("inter", "Inter"),
  // Noto's Arabic shares glyphs between letters, so that text copied from a page would have wrong letters.
  google("ibm-plex-sans-arabic", "IBMPlexSansArabic"),
  google("noto-sans-armenian", "NotoSansArmenian"),
  google("noto-sans-devanagari", "NotoSansDevanagari"),
  google("noto-sans-georgian", "NotoSansGeorgian"),
  google("noto-sans-hebrew", "NotoSansHebrew"),
  google("noto-sans-thai", "NotoSansThai"),
  embedPdf("fonts-sc", "NotoSansHans"),
  embedPdf("fonts-kr", "NotoSansKR"),
  emoji,
];
/** The fonts of pages: those of the app, and as fallbacks for each missing letter the next that has it. */
export const faces: Record<Style, readonly Face[]> = {
  regular: [hanken, ...fallback].map(([regular]) => regular),
  bold: [hanken, ...fallback].map(([, bold]) => bold),
  mono: [google("red-hat-mono", "RedHatMono"), ...fallback].map(([regular]) => regular),
};

const opened = new Map<Face, Font>();

/**
 * Opens a face on first use (some are several megabytes, and most pages need none of the fallbacks) and caches it for all
 * documents: parsing its tables again takes longer than laying out a page.
 */
export function openFace(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = openSync(face);
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${face} is a collection of fonts`);
  opened.set(face, font);
  return font;
}

/**
 * To be called before each document. A font caches glyphs with the letters they were first read for, and writing a document
 * reads some for no letter at all (the E in an É): in the next document that E could not be copied.
 */
export function clearGlyphs(): void {
  for (const font of opened.values()) (font as unknown as { _glyphs: object })._glyphs = {};
}

/** Returns whether a face has a glyph for a letter of one code point. */
export const hasShape = (face: Face, letter: string) =>
  openFace(face).hasGlyphForCodePoint(letter.codePointAt(0)!);
