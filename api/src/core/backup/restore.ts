import type pg from "pg";
import type { FileStore } from "../files.ts";
import { beginRestore, endRestore, migrate } from "../migrate.ts";
import { StartupError } from "../startup.ts";
import { isManifest, readArchive, type Entry, type Manifest } from "./archive.ts";
import { openSession, type Progress } from "./backup.ts";
import { bareTables, loadTable, setSequences, tablesOf } from "./tables.ts";

/**
 * Restores an archive that was read and found whole into an empty database and an empty store, and brings the schema to
 * this version. Until it is done no server starts there; after a failure it may be run again. Throws StartupError when
 * the place is not empty or the archive is of another version.
 */
export async function restore(
  {
    databaseUrl,
    files,
    from,
    manifest,
  }: { databaseUrl: string; files: FileStore; from: string; manifest: Manifest },
  progress: Progress,
): Promise<void> {
  const client = await openSession(databaseUrl);
  try {
    await beginRestore(client, await files.isEmpty());
    await migrate(databaseUrl, { restoring: manifest.migrations });
    await requireQueueSchema(client, manifest);
    const entries = readArchive(from);
    const rest = await loadDatabase(client, manifest, entries, progress);
    await putFiles(rest, entries, manifest, files, progress);
    await endRestore(client);
    await migrate(databaseUrl);
    progress("statistics of the tables");
    await client.query("analyze");
  } finally {
    await client.end().catch(() => {});
  }
}

async function requireQueueSchema(client: pg.Client, { queueSchema }: Manifest): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    "select max(id) as id from graphile_worker.migrations",
  );
  if (rows[0]!.id === queueSchema) return;
  throw new StartupError(
    "The backup was made by another version of Tonneline (its job queue differs): restore it with that one.",
  );
}

/** Loads all tables in one transaction and answers the first entry behind them. */
async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: Manifest,
  entries: AsyncGenerator<Entry>,
  progress: Progress,
): Promise<Entry> {
  const names = (list: { schema: string; name: string }[]) =>
    list
      .map(({ schema, name }) => `${schema}.${name}`)
      .sort()
      .join(", ");
  const here = await tablesOf(client);
  if (names(here) !== names(tables)) {
    throw new StartupError("The backup has other tables than its version of the schema.");
  }
  await client.query("begin");
  const putBack = await bareTables(client, tables);
  let entry = await next(entries);
  for (const [index, table] of tables.entries()) {
    const prefix = `tables/${table.schema}.${table.name}/`;
    const load = loadTable(client, table);
    while (entry.name.startsWith(prefix)) {
      progress(`table ${index + 1} of ${tables.length}: ${table.name}`);
      await load.add(entry.bytes);
      entry = await next(entries);
    }
    const rows = await load.end();
    if (rows !== table.rows) {
      throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}.`);
    }
  }
  progress("indexes and keys");
  await putBack();
  await setSequences(client, sequences);
  await client.query("commit");
  return entry;
}

async function putFiles(
  first: Entry,
  entries: AsyncGenerator<Entry>,
  manifest: Manifest,
  files: FileStore,
  progress: Progress,
): Promise<void> {
  let done = 0;
  const mediaTypes = new Map(manifest.files.map(({ key, mediaType }) => [key, mediaType]));
  for (let entry = first; !isManifest(entry.name); entry = await next(entries)) {
    progress(`file ${++done} of ${manifest.files.length}`);
    const key = entry.name.slice("files/".length);
    await files.putBack(key, mediaTypes.get(key)!, entry.bytes);
  }
}

async function next(entries: AsyncGenerator<Entry>): Promise<Entry> {
  const { value, done } = await entries.next();
  if (done) throw new Error("The archive ended before its end.");
  return value;
}
