import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Executor } from "./db.ts";

/** Normalises words like the searched columns: lower case, without accents. */
export async function searchText(executor: Executor, words: string): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select search_text(${words}) as text`.execute(executor);
  // Accents alone would match every text.
  return rows[0]!.text.trim() || words;
}

/** A text normalised like `searchText`, for columns that do not store it so. */
export const searchable = (text: RawBuilder<unknown>) => sql`lower(unaccent(${text}))`;

/** Returns the LIKE pattern that finds these words, which are a `searchText`, anywhere in a text. */
export function patternOf(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

// A creditor reference or an IBAN, as printed.
const inFours = /^[a-z]{2}\d\d(?:\s[\da-z]{4})*\s[\da-z]{1,4}$/i;

/**
 * Returns the condition that a `searchText` column or expression contains these words, which are one too; numbers in groups of
 * four are also found without their blanks.
 */
export function hasWords(text: string | RawBuilder<unknown>, words: string) {
  const searched = typeof text === "string" ? sql.ref(text) : text;
  const asWritten = sql<SqlBool>`${searched} like ${patternOf(words)}`;
  if (!inFours.test(words)) return asWritten;
  const inOne = patternOf(words.replaceAll(/\s/g, ""));
  return sql<SqlBool>`(${asWritten} or ${searched} like ${inOne})`;
}

// For a longer list, planning takes longer than a scan of all rows.
const maxListed = 1000;

/**
 * Returns the condition that a column is one of a query's ids, as `id`. Up to `maxListed` ids are fetched first, as only a
 * plan for known ids can use an index. More become a subquery, which an `or` runs only if no earlier condition matches.
 */
export async function isAmong(
  executor: Executor,
  column: string,
  found: RawBuilder<{ id: number }>,
) {
  const { rows } = await sql<{
    id: number;
  }>`select id from (${found}) found limit ${maxListed + 1}`.execute(executor);
  if (rows.length > maxListed) return sql<SqlBool>`${sql.ref(column)} in (${found})`;
  return isOneOf(
    column,
    rows.map(({ id }) => id),
  );
}

/** Returns the condition that a row's id is one of these. */
export function isOneOf(id: string, ids: readonly unknown[]) {
  return sql<SqlBool>`${sql.ref(id)} = any(${ids}::bigint[])`;
}

/** Returns whether a text has these words, regardless of accents, punctuation and case. Punctuation alone matches nothing. */
export function hasFolded(text: RawBuilder<unknown>, words: string) {
  return sql<SqlBool>`strpos(fold_text(${text}), nullif(fold_text(${words}), '')) > 0`;
}

/**
 * Returns the first eight words of a search in the form of `managed_listings`: without accents, punctuation and case; none for
 * punctuation alone. Computed beforehand: within a search it would be computed for each row.
 */
export async function foldedWords(executor: Executor, q: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(string_to_array(fold_text(word), ' ')) as word
    from unnest(${searchTerms(q)}::text[]) word`.execute(executor);
  return rows.map(({ word }) => word);
}

/** Returns the first eight words of a search, each of which may occur anywhere. */
export function searchTerms(q: string | undefined): string[] {
  return q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];
}
