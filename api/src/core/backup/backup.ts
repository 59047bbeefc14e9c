import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import type { FileStore } from "../files.ts";
import { isUnavailable } from "../outage.ts";
import { backedUpFiles } from "../schemaFiles.ts";
import { version } from "../version.ts";
import { writeArchive, type ArchiveWriter, type Manifest } from "./archive.ts";
import { dumpTable, sequencesOf, tablesOf } from "./tables.ts";

/** Receives messages about the progress. */
export type Progress = (step: string) => void;

interface FileRow {
  storage_key: string;
  media_type: string;
  sha256: string;
}

// The same text format on every server; no time limits for long statements.
const session = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Opens a connection for a dump or load, which formats values the same way whatever the server's settings. */
export async function openSession(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  await client.query(session);
  return client;
}

/**
 * Writes everything into one archive: the rows of all tables in one snapshot, and the bytes of the files that they refer to.
 * Servers may keep running. Writes no archive if the database or the store is away. Throws StartupError if the archive already
 * exists or the database is not one of ours.
 */
export async function backUp(
  { databaseUrl, files, to }: { databaseUrl: string; files: FileStore; to: string },
  progress: Progress,
): Promise<{ tables: Manifest["tables"]; files: number; lost: string[]; removed: string[] }> {
  const archive = writeArchive(to);
  let client: pg.Client | undefined;
  try {
    client = await openSession(databaseUrl);
    const dump = await dumpDatabase(client, archive, progress);
    const { rows, ...facts } = dump;
    const { removed, ...stored } = await copyFiles(client, rows, files, archive, progress);
    await archive.finish({
      format: 1,
      version,
      madeAt: new Date().toISOString(),
      ...facts,
      ...stored,
      lost: [...stored.lost, ...removed],
    });
    return { tables: facts.tables, files: stored.files.length, lost: stored.lost, removed };
  } catch (error) {
    await archive.discard();
    throw error;
  } finally {
    await client?.end().catch(() => {});
  }
}

async function dumpDatabase(client: pg.Client, archive: ArchiveWriter, progress: Progress) {
  await client.query("begin isolation level repeatable read, read only");
  const migrations = await backedUpFiles(client);
  const queue = await client.query<{ id: number }>(
    "select max(id) as id from graphile_worker.migrations",
  );
  const found = await tablesOf(client);
  const tables: Manifest["tables"] = [];
  for (const table of found) {
    const name = `${table.schema}.${table.name}`;
    let pieces = 0;
    const rows = await dumpTable(client, table, (piece) => {
      pieces++;
      progress(`table ${tables.length + 1} of ${found.length}: ${name}`);
      return archive.add(`tables/${name}/${pieces}`, piece);
    });
    tables.push({ ...table, rows });
  }
  const sequences = await sequencesOf(client);
  const { rows } = await client.query<FileRow>(
    "select storage_key, media_type, sha256 from files order by id",
  );
  await client.query("commit");
  return { migrations, queueSchema: queue.rows[0]!.id, tables, sequences, rows };
}

async function copyFiles(
  client: pg.Client,
  rows: FileRow[],
  files: FileStore,
  archive: ArchiveWriter,
  progress: Progress,
) {
  const stored: Manifest["files"] = [];
  const missing: string[] = [];
  for (const { storage_key: key, media_type: mediaType, sha256 } of rows) {
    progress(`file ${stored.length + missing.length + 1} of ${rows.length}`);
    const bytes = await files
      .read(key)
      .then((stream) => buffer(stream))
      .catch((error: unknown) => {
        // Files of a store that is away are not lost.
        if (isUnavailable(error)) throw error;
        return undefined;
      });
    const isIntact = bytes && createHash("sha256").update(bytes).digest("hex") === sha256;
    if (isIntact) {
      await archive.add(`files/${key}`, bytes);
      stored.push({ key, mediaType });
    } else {
      missing.push(key);
    }
  }
  return { files: stored, ...(await explainMissing(client, missing)) };
}

/** Distinguishes files that the store has lost from those removed, with their rows, since the rows were read. */
async function explainMissing(client: pg.Client, keys: string[]) {
  const { rows } = await client.query<{ key: string }>(
    "select storage_key as key from files where storage_key = any($1)",
    [keys],
  );
  const named = new Set(rows.map(({ key }) => key));
  return {
    lost: keys.filter((key) => named.has(key)),
    removed: keys.filter((key) => !named.has(key)),
  };
}
