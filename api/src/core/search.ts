import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Executor } from "./db.ts";

/** Words as columns that are searched have them: in small letters, without accents. */
export async function searchText(executor: Executor, words: string): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select search_text(${words}) as text`.execute(executor);
  // Accents alone would be in every text.
  return rows[0]!.text.trim() || words;
}

/** A text as `searchText` has it, where no column keeps it so. */
export const searchable = (text: RawBuilder<unknown>) => sql`lower(unaccent(${text}))`;

/** The pattern by which `like` finds these words, which are a `searchText`, wherever they stand in one. */
export function patternOf(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

// A creditor reference or an IBAN, as people read them.
const inFours = /^[a-z]{2}\d\d(?:\s[\da-z]{4})*\s[\da-z]{1,4}$/i;

/**
 * Whether a `searchText`, a column or what is made of it, has these words, which are one too; a number that is written in
 * fours is found without its blanks as well.
 */
export function hasWords(text: string | RawBuilder<unknown>, words: string) {
  const searched = typeof text === "string" ? sql.ref(text) : text;
  const asWritten = sql<SqlBool>`${searched} like ${patternOf(words)}`;
  if (!inFours.test(words)) return asWritten;
  const inOne = patternOf(words.replaceAll(/\s/g, ""));
  return sql<SqlBool>`(${asWritten} or ${searched} like ${inOne})`;
}

// The plan for a longer list takes longer than to look at every row.
const mostListed = 1000;

/**
 * Whether a column is one of the ids, as `id`, that a query finds. Few are asked for beforehand, since only the plan for
 * those that there are can use an index. Many are looked for where no condition before it, of an `or`, is enough.
 */
export async function isAmong(
  executor: Executor,
  column: string,
  found: RawBuilder<{ id: number }>,
) {
  const { rows } = await sql<{
    id: number;
  }>`select id from (${found}) found limit ${mostListed + 1}`.execute(executor);
  if (rows.length > mostListed) return sql<SqlBool>`${sql.ref(column)} in (${found})`;
  return isOneOf(
    column,
    rows.map(({ id }) => id),
  );
}

/** Whether a row is one of these. */
export function isOneOf(id: string, ids: readonly unknown[]) {
  return sql<SqlBool>`${sql.ref(id)} = any(${ids}::bigint[])`;
}

/** Whether a text has these words, whatever the accents, signs and capitals of both. Signs alone are no words, which nothing has. */
export function hasFolded(text: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`strpos(fold_text(${text}), nullif(fold_text(${words}), '')) > 0`;
}

/**
 * The first eight words of a search as `managed_listings` has them: without accents, signs and capitals, none where there
 * are signs alone. Worked out beforehand: within a search it would be for each row.
 */
export async function foldedWords(executor: Executor, q: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(string_to_array(fold_text(word), ' ')) as word
    from unnest(${searchTerms(q)}::text[]) word`.execute(executor);
  return rows.map(({ word }) => word).filter(Boolean);
}

/** The words of a search that may stand anywhere, each for itself; the first eight of them. */
export function searchTerms(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];
}
