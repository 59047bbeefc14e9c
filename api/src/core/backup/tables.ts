import type pg from "pg";
import { from, to } from "pg-copy-streams";
import { finished } from "node:stream/promises";
import type { Manifest } from "./archive.ts";

type Table = Manifest["tables"][number];

// A piece of a table in the archive: what is held in memory at once.
const pieceBytes = 4 * 1024 * 1024;
const schemas = ["public", "graphile_worker"];
// The first two say which steps made the schema, and the place where they are restored makes its own; the others count
// in the transactions of the database that they are in.
const notData = ["schema_migrations", "migrations", "catalogue_changes", "catalogue_horizon"];

const quoted = (...names: string[]) =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
const placeOf = ({ schema, name }: Pick<Table, "schema" | "name">) => quoted(schema, name);
const columnsOf = ({ columns }: Table) => columns.map((name) => quoted(name)).join(", ");

/** Every table of the product and of its job queue with the columns that are not worked out from others. */
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

/** Every sequence of the product and of its job queue, by name; `last` is null for one that gave no number yet. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** The rows of a table as text, in pieces; returns how many rows there were. */
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

/** Takes the pieces of one table; `end` returns how many rows it has now. */
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
 * Empties the tables and takes away what would look at each row, within the caller's transaction; what it answers puts
 * that back, so that keys and indexes are made, and looked at, once for all rows. Any owner of the tables may do so.
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

/** Lets every sequence go on where it was. */
export async function setSequences(
  client: pg.ClientBase,
  sequences: Manifest["sequences"],
): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.last === null) continue;
    await client.query("select setval($1::regclass, $2)", [placeOf(sequence), sequence.last]);
  }
}
