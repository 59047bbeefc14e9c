import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { finished } from "node:stream/promises";
import type { Manifest } from "./archive.ts";

type Table = Manifest["tables"][number];

// A chunk of a table in the archive: the amount held in memory at once.
const pieceBytes = 4 * 1024 * 1024;
const schemas = ["public", "graphile_worker"];
// The first two record the applied migrations, which the restored schema writes itself; the others contain transaction ids,
// which are only valid in their own database.
const notData = ["schema_migrations", "migrations", "catalogue_changes", "catalogue_horizon"];

const quoted = (...names: string[]) =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
const placeOf = ({ schema, name }: Pick<Table, "schema" | "name">) => quoted(schema, name);
const columnsOf = ({ columns }: Table) => columns.map((name) => quoted(name)).join(", ");

/** Returns every table of the product and of its job queue with its columns, without generated ones. */
export async function tablesOf(client: pg.ClientBase): Promise<Omit<Table, "rows">[]> {
  const { rows } = await client.query<Omit<Table, "rows">>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> all($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [schemas, notData],
  );
  return rows;
}

/** Returns every sequence of the product and of its job queue, by name; `last` is null before its first number. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Passes on the rows of a table as text, in chunks; returns how many rows there were. */
export async function dumpTable(
  client: pg.ClientBase,
  table: Omit<Table, "rows">,
  onPiece: (piece: Buffer) => Promise<void>,
): Promise<number> {
  const copy = client.query(
    to(`copy ${placeOf(table)} (${columnsOf({ ...table, rows: 0 })}) to stdout`),
  );
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const part of copy as AsyncIterable<Buffer>) {
    waiting.push(part);
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    await onPiece(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) await onPiece(Buffer.concat(waiting));
  return copy.rowCount;
}

/** Loads the chunks of one table; `end` returns how many rows it has. */
export function loadTable(client: pg.ClientBase, table: Table) {
  const copy = client.query(from(`copy ${placeOf(table)} (${columnsOf(table)}) from stdin`));
  const done = finished(copy);
  done.catch(() => {});
  return {
    async add(piece: Buffer): Promise<void> {
      if (copy.write(piece)) return;
      await Promise.race([new Promise((resolve) => copy.once("drain", resolve)), done]);
    },
    async end(): Promise<number> {
      copy.end();
      await done;
      return copy.rowCount;
    },
  };
}

/**
 * Truncates the tables and drops what would process each row, within the caller's transaction. The returned function restores
 * keys, indexes and triggers, so that they are built and checked once for all rows. Any owner of the tables may do so.
 */
export async function bareTables(client: pg.ClientBase, tables: Table[]) {
  const keys = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and connamespace = any($1::text[]::regnamespace[])`,
    [schemas],
  );
  const indexes = await client.query<{ drop: string; make: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relkind = 'r' and c.relnamespace = any($1::text[]::regnamespace[]) and not i.indisunique
       and not exists (select from pg_constraint where conindid = i.indexrelid)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    [schemas],
  );
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop);
  for (const table of tables)
    await client.query(`alter table ${placeOf(table)} disable trigger user`);
  await client.query(`truncate ${tables.map(placeOf).join(", ")} restart identity`);
  return async () => {
    for (const { make } of [...indexes.rows, ...keys.rows]) await client.query(make);
    for (const table of tables)
      await client.query(`alter table ${placeOf(table)} enable trigger user`);
  };
}

/** Makes every sequence continue where it was. */
export async function setSequences(
  client: pg.ClientBase,
  sequences: Manifest["sequences"],
): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.last === null) continue;
    await client.query("select setval($1::regclass, $2)", [placeOf(sequence), sequence.last]);
  }
}
