import { createHash } from "node:crypto";
import { importFields, type FieldSource, type ImportFileKind } from "@tonneline/contract/imports";
import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

/* Which column says what, as it was last chosen for a file with the same heads, whoever chose it. */

type Sources = Partial<Record<string, FieldSource>>;

// Their order says nothing: columns are found by their heads.
const headsOf = (columns: readonly string[]) =>
  createHash("sha256")
    .update(JSON.stringify([...columns].sort()))
    .digest("base64url");

/** Replaces what was chosen before for the same heads, in whatever order they stand. */
export async function rememberSources(
  tx: Tx,
  kind: ImportFileKind,
  columns: readonly string[],
  sources: Sources,
): Promise<void> {
  await sql`insert into import_mappings (kind, heads, sources)
    values (${kind}, ${headsOf(columns)}, ${JSON.stringify(sources)})
    on conflict (kind, heads) do update set sources = excluded.sources`.execute(tx);
}

/** Undefined when no file with these heads was checked before. */
export async function rememberedSources(
  tx: Tx,
  kind: ImportFileKind,
  columns: readonly string[],
): Promise<Sources | undefined> {
  const { rows } = await sql<{ sources: Sources }>`select sources from import_mappings
    where kind = ${kind} and heads = ${headsOf(columns)}`.execute(tx);
  const found = rows[0]?.sources;
  // A field of that time may be none any more.
  return (
    found &&
    Object.fromEntries(Object.entries(found).filter(([field]) => field in importFields[kind]))
  );
}
