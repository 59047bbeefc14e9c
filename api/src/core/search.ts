import { sql, type SqlBool } from "kysely";

/** The pattern by which `like` finds these words wherever they stand in a text of small letters. */
export function patternOf(words: string): string {
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** Whether a column with a text of small letters has these words. */
export function hasWords(column: string, words: string) {
  return sql<SqlBool>`${sql.ref(column)} like ${patternOf(words)}`;
}

/** The words of a search that may stand anywhere, each for itself; the first eight of them. */
export function wordsOf(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];
}
