import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Executor } from "./db.ts";

/** The pattern by which `like` finds these words wherever they stand in a text of small letters. */
export function patternOf(words: string): string {
  return `%${words.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/** Whether a text of small letters has these words: two ways that find the same. */
export type Look = (column: string, words: string) => RawBuilder<SqlBool>;

/** By an index of trigrams, which names the rows that have each three letters of the words. */
export const byIndex: Look = (column, words) => sql`${sql.ref(column)} like ${patternOf(words)}`;

/** By reading every text: quicker than `like` with those that have parts of the words alone. */
const byReading: Look = (column, words) =>
  sql`strpos(${sql.ref(column)}, ${words.toLowerCase()}) > 0`;

const sampled = 200;
const tooMany = 40;

/** What is searched: a table, the column of its texts and its id, which grows. */
export interface Searched {
  table: string;
  id: string;
  column: string;
}

/**
 * The quicker of the two for these words, all of which a row must have. The newest rows tell: where many of them have each
 * three letters but not the words, the index would name nearly every row in vain.
 */
export async function quickerLook(
  executor: Executor,
  { table, id, column }: Searched,
  words: readonly string[],
): Promise<Look> {
  const { inner, edges } = knownToIndex(words);
  if (inner.length + edges.length === 0) return byIndex;
  const { rows } = await sql<{ alike: number; found: number }>`
    select count(*) filter (where words like all (${inner.map(patternOf)}::text[]) and words ~ all (${edges}::text[])) as alike,
      count(*) filter (where words like all (${words.map(patternOf)}::text[])) as found
    from (
      select ${sql.ref(column)} as words from ${sql.table(table)} order by ${sql.ref(id)} desc limit ${sql.lit(sampled)}
    ) newest`.execute(executor);
  const { alike, found } = rows[0]!;
  return alike - found > tooMany ? byReading : byIndex;
}

/**
 * What the index knows of words: three letters or digits in a row, and how a word begins or ends where what is looked for
 * does not begin or end itself; the latter as regular expressions.
 */
function knownToIndex(words: readonly string[]): { inner: string[]; edges: string[] } {
  const inner: string[] = [];
  const edges: string[] = [];
  for (const text of words.map((each) => each.toLowerCase())) {
    for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const letters = [...run];
      for (let n = 2; n < letters.length; n++) inner.push(letters.slice(n - 2, n + 1).join(""));
      if (index > 0) edges.push(`(^|[^[:alnum:]])${letters.slice(0, 2).join("")}`);
      if (index + run.length < text.length)
        edges.push(`${letters.slice(-2).join("")}($|[^[:alnum:]])`);
    }
  }
  return { inner, edges };
}
