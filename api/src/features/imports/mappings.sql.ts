import { createHash } from "node:crypto";
import { importFields, type FieldSource, type ImportFileKind } from "@tonneline/contract/imports";
import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

/* The column assignments last used for files with the same headers, whichever operator chose them. */

type Sources = Partial<Record<string, FieldSource>>;

// The order does not matter: columns are found by their headers.
const headsOf = (columns: readonly string[]) =>
  createHash("sha256")
    .update(JSON.stringify([...columns].sort()))
    .digest("base64url");

/** Replaces the assignment stored for the same headers, whatever their order. */
export async function saveSources(
  tx: Tx,
  kind: ImportFileKind,
  columns: readonly string[],
  sources: Sources,
): Promise<void> {
  await sql`insert into import_mappings (kind, heads, sources)
    values (${kind}, ${headsOf(columns)}, ${JSON.stringify(sources)})
    on conflict (kind, heads) do update set sources = excluded.sources`.execute(tx);
}

/** Returns the assignment stored for these headers; undefined if no file with them has been checked before. */
export async function savedSources(
  tx: Tx,
  kind: ImportFileKind,
  columns: readonly string[],
): Promise<Sources | undefined> {
  const { rows } = await sql<{ sources: Sources }>`select sources from import_mappings
    where kind = ${kind} and heads = ${headsOf(columns)}`.execute(tx);
  const found = rows[0]?.sources;
  // A field of the stored assignment may no longer exist.
  return (
    found &&
    Object.fromEntries(Object.entries(found).filter(([field]) => field in importFields[kind]))
  );
}
