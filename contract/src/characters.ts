/**
 * What no text of ours holds, as PostgreSQL and XML cannot: half surrogate pairs, non-characters, controls but for tabs and
 * line ends; nor characters that turn the direction of what follows, which make a text look like another.
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
 * Whether a text has letters of scripts that no font of ours has: on invoices and certificates a box stands for each.
 * By scripts alone, since the fonts are the server's: a rare sign that is missing is not told.
 */
export const hasUnprintable = (text: string) => unprintable.test(text);
