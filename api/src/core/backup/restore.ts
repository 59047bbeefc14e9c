import type pg from "pg";
import { advisoryLocks } from "../advisoryLocks.ts";
import type { FileStore } from "../files.ts";
import { migrate } from "../migrate.ts";
import { beginRestore, endRestore } from "../schemaFiles.ts";
import { StartupError } from "../startup.ts";
import { isManifest, readArchive, type Entry, type Manifest } from "./archive.ts";
import { openSession, type Progress } from "./backup.ts";
import { bareTables, loadTable, sequencesOf, setSequences, tablesOf } from "./tables.ts";

/**
 * Restores a verified archive into an empty database and store; returns the archive's tables that are not the product's, which
 * it skips. Can be retried after a failure; no server starts there until it is done. Throws StartupError if the target is not
 * empty, another restore is running or the archive is of another version.
 */
export async function restore(
  {
    databaseUrl,
    files,
    from,
    manifest,
  }: { databaseUrl: string; files: FileStore; from: string; manifest: Manifest },
  progress: Progress,
): Promise<string[]> {
  const client = await openSession(databaseUrl);
  try {
    await lockRestore(client);
    await beginRestore(client, await files.isEmpty());
    await migrate(databaseUrl, { restoring: manifest.migrations });
    await requireQueueSchema(client, manifest);
    const entries = await openEntries(from);
    const leftOut = await loadDatabase(client, manifest, entries, progress);
    await putFiles(entries, manifest, files, progress);
    await endRestore(client);
    await migrate(databaseUrl);
    progress("statistics of the tables");
    await client.query("analyze");
    return leftOut;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A second restore would truncate the tables that the first has filled and that servers may already use. */
async function lockRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    advisoryLocks.restore,
  ]);
  if (rows[0]!.got) return;
  throw new StartupError("Another restore into this database is running: wait for it.");
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

/** Loads all tables in one transaction and returns those that it skipped; the entries are then at the first file. */
async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: Manifest,
  entries: Entries,
  progress: Progress,
): Promise<string[]> {
  const known = new Set((await tablesOf(client)).map(nameOf));
  const ours = tables.filter((table) => known.has(nameOf(table)));
  if (ours.length < known.size) {
    throw new StartupError("The backup lacks tables that its version of the schema has.");
  }
  await client.query("begin");
  const putBack = await bareTables(client, ours);
  for (const [index, table] of tables.entries()) {
    const load = known.has(nameOf(table)) ? loadTable(client, table) : undefined;
    const prefix = `tables/${nameOf(table)}/`;
    for (; entries.present.name.startsWith(prefix); await entries.next()) {
      progress(`table ${index + 1} of ${tables.length}: ${nameOf(table)}`);
      await load?.add(entries.present.bytes);
    }
    const rows = await load?.end();
    if (rows !== undefined && rows !== table.rows) {
      throw new Error(`${nameOf(table)} has ${rows} rows instead of ${table.rows}.`);
    }
  }
  progress("indexes and keys");
  await putBack();
  await setSequences(client, await sequencesHere(client, sequences));
  await client.query("commit");
  return tables.map(nameOf).filter((name) => !known.has(name));
}

const nameOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;

async function sequencesHere(client: pg.Client, sequences: Manifest["sequences"]) {
  const known = new Set((await sequencesOf(client)).map(nameOf));
  return sequences.filter((sequence) => known.has(nameOf(sequence)));
}

async function putFiles(
  entries: Entries,
  manifest: Manifest,
  files: FileStore,
  progress: Progress,
): Promise<void> {
  let done = 0;
  const mediaTypes = new Map(manifest.files.map(({ key, mediaType }) => [key, mediaType]));
  for (; !isManifest(entries.present.name); await entries.next()) {
    progress(`file ${++done} of ${manifest.files.length}`);
    const key = entries.present.name.slice("files/".length);
    await files.putBack(key, mediaTypes.get(key)!, entries.present.bytes);
  }
}

/** The current entry of an archive, and a function to advance to the next. */
interface Entries {
  present: Entry;
  next(): Promise<void>;
}

async function openEntries(file: string): Promise<Entries> {
  const rest = readArchive(file);
  const following = async (): Promise<Entry> => {
    const { value, done } = await rest.next();
    if (done) throw new Error("The archive ended before its end.");
    return value;
  };
  const entries: Entries = {
    present: await following(),
    async next() {
      entries.present = await following();
    },
  };
  return entries;
}
