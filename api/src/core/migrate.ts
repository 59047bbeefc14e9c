import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { StartupError } from "./startup.ts";

const migrationsFolder = path.resolve(import.meta.dirname, "../../migrations");
// Any number, the same on every server: only one of them migrates at a time.
const lockKey = 1146001;

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

export interface MigrationOptions {
  /** How long another server may take with the schema, in milliseconds. */
  waitMs?: number;
  /**
   * How long a file may wait for a table, in milliseconds: whoever wants that table meanwhile waits behind it. It tries
   * again, with pauses, until `waitMs` are over.
   */
  tableWaitMs?: number;
  /** Other files than the product's own. */
  folder?: string;
}

/**
 * Brings a database to the newest schema: the numbered files of api/migrations, each once and in its own transaction,
 * then the job queue's own tables. Returns the names of the files that were missing. Throws StartupError before anything
 * is changed when another version made the schema, and when others keep it locked.
 */
export async function migrate(
  databaseUrl: string,
  { waitMs = 60_000, tableWaitMs = 3000, folder = migrationsFolder }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection that ends between two statements fails the next one.
  client.on("error", () => {});
  await client.connect();
  try {
    await takeTurn(client, waitMs);
    const missing = await missingIn(client, await readMigrations(folder));
    for (const migration of missing) await applyFile(client, migration, waitMs, tableWaitMs);
    await runMigrations({ connectionString: databaseUrl });
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function takeTurn(client: pg.Client, waitMs: number): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${waitMs}`);
    await client.query("select pg_advisory_lock($1)", [lockKey]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StartupError(
      `Another server has been changing the schema of this database for more than ${waitMs / 1000} seconds: start again when it is done.`,
      { cause: error },
    );
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** The files that the database does not have yet. */
async function missingIn(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations order by name",
  );
  const ours = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const unknown = rows.findLast(({ name }) => !ours.has(name));
  if (unknown) {
    throw new StartupError(
      `This database was made by a newer version of Tonneline (it has ${unknown.name}): start that version, or restore a backup of this one into an empty database.`,
    );
  }
  const edited = rows.find(({ name, sha256 }) => ours.get(name) !== sha256);
  if (edited) {
    throw new StartupError(
      `This database was made by another version of Tonneline (its ${edited.name} differs): start that version, or begin with an empty database.`,
    );
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyFile(
  client: pg.Client,
  { name, text, sha256 }: Migration,
  waitMs: number,
  tableWaitMs: number,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${tableWaitMs}`);
      await client.query(text);
      await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
        name,
        sha256,
      ]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const why = (error as Error).message;
      if (!isLockTimeout(error)) {
        throw new Error(`Migration ${name} failed: ${why}`, { cause: error });
      }
      if (Date.now() > deadline) {
        throw new StartupError(
          `Migration ${name} waited ${waitMs / 1000} seconds for a table that others use, and nothing of it was done: end their long transactions and start again.`,
          { cause: error },
        );
      }
    }
    // Whoever waited behind us comes first.
    await sleep(tableWaitMs / 2);
  }
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === "55P03";
