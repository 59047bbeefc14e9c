/**
 * Characters that no stored text contains. PostgreSQL and XML cannot hold lone surrogates, non-characters, or controls
 * other than tabs and line ends; bidirectional controls make a text look like another.
 */
export const unusableCharacter =
  /[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}]|[^\P{Cc}\t\n\r]/u;

export const unusableText = "Contains characters that cannot be used";

const alphabets = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Georgian",
  "Hebrew",
  "Arabic",
  "Thai",
];
const others = ["Devanagari", "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo"];
const shared = ["Common", "Inherited"];
const scripts = [...alphabets, ...others, ...shared].map((name) => `\\p{Script=${name}}`).join("");
const unprintable = new RegExp(`[^${scripts}]`, "u");

/**
 * Whether a text has letters of scripts that none of our fonts cover: on invoices and certificates they would print as
 * boxes. Checks scripts only, since the fonts are on the server: a missing rare character is not detected.
 */
export const hasUnprintable = (text: string) => unprintable.test(text);
