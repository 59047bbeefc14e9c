import { sql, type RawBuilder, type SqlBool } from "kysely";

/** The pattern by which `like` finds these words wherever they stand in a text of small letters. */
export function patternOf(words: string): string {
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}

// A creditor reference or an IBAN, as people read them.
const inFours = /^[a-z]{2}\d\d(?:\s[\da-z]{4})*\s[\da-z]{1,4}$/i;

/**
 * Whether a text of small letters, a column or what is made of it, has these words; a number that is written in fours is
 * found without its blanks, too.
 */
export function hasWords(text: string | RawBuilder<unknown>, words: string) {
  const searched = typeof text === "string" ? sql.ref(text) : text;
  const asWritten = sql<SqlBool>`${searched} like ${patternOf(words)}`;
  if (!inFours.test(words)) return asWritten;
  const inOne = patternOf(words.replaceAll(/\s/g, ""));
  return sql<SqlBool>`(${asWritten} or ${searched} like ${inOne})`;
}

/** Whether a text has these words, whatever the accents, signs and capitals of both. Signs alone are no words, which nothing has. */
export function hasFolded(text: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`strpos(fold_text(${text}), nullif(fold_text(${words}), '')) > 0`;
}

/** The words of a search that may stand anywhere, each for itself; the first eight of them. */
export function wordsOf(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];
}
