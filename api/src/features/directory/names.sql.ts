import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { registryNames } from "./registries.rules.ts";

export type Names = {
  /** Registry codes in the file. */
  registries: readonly string[];
  developers: readonly string[];
  auditors: readonly string[];
  types: readonly { name: string; scope: string }[];
};

/**
 * Inserts the names that the directories lack, ignoring case; idempotent. A registry of the same name that an operator
 * created gets the file's code unless another one has it. Spellings that only differ in case become one entry.
 */
export async function ensureDirectories(tx: Tx, wanted: Names): Promise<void> {
  const codes = [...new Set(wanted.registries)];
  const names = codes.map((code) => registryNames[code] ?? code);
  // An operator may have created the registry without the code that files use.
  await sql`update registries r set code = w.code, version = r.version + 1
    from unnest(${codes}::text[], ${names}::text[]) w (code, name)
    where lower(r.name) = lower(w.name) and r.code is null
      and not exists (select from registries other where other.code = w.code)`.execute(tx);
  await sql`insert into registries (code, name)
    select code, name from unnest(${codes}::text[], ${names}::text[]) w (code, name) order by code
    on conflict do nothing`.execute(tx);
  await sql`insert into developers (name)
    select distinct on (lower(name)) name from unnest(${wanted.developers}::text[]) name order by lower(name), name
    on conflict do nothing`.execute(tx);
  await sql`insert into auditors (name)
    select distinct on (lower(name)) name from unnest(${wanted.auditors}::text[]) name order by lower(name), name
    on conflict do nothing`.execute(tx);
  await sql`insert into project_types (name, scope)
    select distinct on (lower(name)) name, scope
    from unnest(${wanted.types.map(({ name }) => name)}::text[], ${wanted.types.map(({ scope }) => scope)}::text[]) w (name, scope)
    order by lower(name), name on conflict do nothing`.execute(tx);
}
