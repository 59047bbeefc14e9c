import { createRequire } from "node:module";
import { join } from "node:path";
import { type Font, openSync } from "fontkit";

export type Style = "regular" | "bold" | "mono";

/** The file of a font. */
export type Face = string;

const { resolve } = createRequire(import.meta.url);
const google = (folder: string, name: string): [Face, Face] => [
  resolve(`@expo-google-fonts/${folder}/400Regular/${name}_400Regular.ttf`),
  resolve(`@expo-google-fonts/${folder}/600SemiBold/${name}_600SemiBold.ttf`),
];
/** Beside the package's entry: these packages do not export the fonts themselves. */
const embedPdf = (folder: string, name: string): [Face, Face] => {
  const fonts = join(resolve(`@embedpdf/${folder}`), "..", "..", "fonts");
  return [join(fonts, `${name}-Regular.otf`), join(fonts, `${name}-Bold.otf`)];
};

const hanken = google("hanken-grotesk", "HankenGrotesk");
/** Its blank is as wide as its pictures. */
export const emoji = google("noto-emoji", "NotoEmoji");
/** Inter has Greek, Cyrillic and more signs. */
const fallback = [
  google("inter", "Inter"),
  // Noto's Arabic shares shapes between letters, so that what is copied from a page would be others.
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
/** What pages are set in: the fonts of the app, and for each letter that they do not have the next that does. */
export const faces: Record<Style, readonly Face[]> = {
  regular: [hanken, ...fallback].map(([regular]) => regular),
  bold: [hanken, ...fallback].map(([, bold]) => bold),
  mono: [google("red-hat-mono", "RedHatMono"), ...fallback].map(([regular]) => regular),
};

const opened = new Map<Face, Font>();

/**
 * A face, opened when first asked (some are several megabytes, and most pages need none of the fallbacks) and kept for all
 * documents: reading its tables again takes longer than setting a page.
 */
export function openFace(face: Face): Font {
  let found = opened.get(face);
  if (!found) {
    const font = openSync(face);
    if (!("hasGlyphForCodePoint" in font)) throw new Error(`${face} is a collection of fonts`);
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

/** Whether a face has a shape for a letter of one code point. */
export const hasShape = (face: Face, letter: string) =>
  openFace(face).hasGlyphForCodePoint(letter.codePointAt(0)!);
