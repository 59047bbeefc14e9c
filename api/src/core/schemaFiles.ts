import type pg from "pg";
import { StartupError } from "./startup.ts";

/** A file of api/schema, identified by its digest: other contents make another schema. */
export interface SchemaFile {
  name: string;
  sha256: string;
}

// The name of a row that exists as long as a restore is unfinished.
const restoreMark = "unfinished restore";

/** Creates the table that records which files made the database's schema. */
export async function makeTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
}

const readRows = async (client: pg.ClientBase) =>
  (await client.query<SchemaFile>("select name, sha256 from schema_migrations order by name")).rows;

async function hasTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as found",
  );
  return rows[0]!.found;
}

/**
 * Returns the files that made a database's schema. Throws StartupError while a restore is unfinished, unless called by that
 * restore.
 */
export async function appliedFiles(
  client: pg.ClientBase,
  isRestoring: boolean,
): Promise<SchemaFile[]> {
  const rows = await readRows(client);
  const files = rows.filter(({ name }) => name !== restoreMark);
  if (!isRestoring && files.length < rows.length) {
    throw new StartupError(
      "A restore into this database is not finished: wait for it, or run it again with the same file.",
    );
  }
  return files;
}

/** Returns the files that made the schema to back up. Throws StartupError if there are none, or a restore is unfinished. */
export async function backedUpFiles(client: pg.ClientBase): Promise<SchemaFile[]> {
  const files = (await hasTable(client)) ? await appliedFiles(client, false) : [];
  if (files.length > 0) return files;
  throw new StartupError("There is nothing here yet: no server has started on this database.");
}

/**
 * Marks an empty database, which prevents servers from starting on it before `endRestore`; accepts the mark of an interrupted
 * restore. Throws StartupError if the database has any other contents.
 */
export async function beginRestore(client: pg.ClientBase, noFiles: boolean): Promise<void> {
  if (await hasTable(client)) {
    const rows = await readRows(client);
    if (rows.some(({ name }) => name === restoreMark)) return;
  }
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname in ('public', 'graphile_worker')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows.length > 0) {
    throw new StartupError("The database is not empty: restore into a new one.");
  }
  if (!noFiles) {
    throw new StartupError("The store for files is not empty: restore into an empty one.");
  }
  await makeTable(client);
  await client.query("insert into schema_migrations (name, sha256) values ($1, '')", [restoreMark]);
}

/** Removes the mark, so that servers can start. */
export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query("delete from schema_migrations where name = $1", [restoreMark]);
}
