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
// Stands among the names of the files from the first to the last moment of a restore.
const restoreMark = "unfinished restore";
const unfinished =
  "A restore into this database is not finished: wait for it, or run it again with the same file.";

interface AppliedMigration {
  name: string;
  sha256: string;
}

interface Migration extends AppliedMigration {
  text: string;
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
  /** Within a restore: only the files that the backup's schema was made by. */
  restoring?: readonly AppliedMigration[];
}

/**
 * Brings a database to the newest schema: the numbered files of api/migrations, each once and in its own transaction,
 * then the job queue's own tables. Returns the names of the files that were missing. Throws StartupError before anything
 * is changed when another version made the schema, and when others keep it locked.
 */
export async function migrate(
  databaseUrl: string,
  {
    waitMs = 60_000,
    tableWaitMs = 3000,
    folder = migrationsFolder,
    restoring,
  }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection that ends between two statements fails the next one.
  client.on("error", () => {});
  await client.connect();
  try {
    await takeTurn(client, waitMs);
    const missing = await missingIn(client, await readMigrations(folder), restoring);
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
async function missingIn(
  client: pg.Client,
  migrations: Migration[],
  restoring: readonly AppliedMigration[] | undefined,
): Promise<Migration[]> {
  await client.query(makeTable);
  const { rows } = await client.query<AppliedMigration>(
    "select name, sha256 from schema_migrations order by name",
  );
  const applied = rows.filter(({ name }) => name !== restoreMark);
  if (!restoring && applied.length < rows.length) {
    throw new StartupError(unfinished);
  }
  requireOurs("database", applied, migrations);
  if (restoring) requireOurs("backup", restoring, migrations);
  const has = new Set(applied.map(({ name }) => name));
  const wanted = restoring && new Set(restoring.map(({ name }) => name));
  return migrations.filter(({ name }) => !has.has(name) && (!wanted || wanted.has(name)));
}

function requireOurs(
  what: string,
  applied: readonly AppliedMigration[],
  migrations: Migration[],
): void {
  const ours = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const unknown = applied.findLast(({ name }) => !ours.has(name));
  if (unknown) {
    throw new StartupError(
      `This ${what} was made by a newer version of Tonneline (it has ${unknown.name}): use that version, or a backup of this one and an empty database.`,
    );
  }
  const edited = applied.find(({ name, sha256 }) => ours.get(name) !== sha256);
  if (edited) {
    throw new StartupError(
      `This ${what} was made by another version of Tonneline (its ${edited.name} differs): use that version, or begin with an empty database.`,
    );
  }
}

const makeTable = `create table if not exists schema_migrations (
  name text primary key, sha256 text not null, applied_at timestamptz not null default now())`;

/**
 * Marks an empty database, so that no server starts on it before `endRestore`, or finds the mark of a restore that broke
 * off. Throws StartupError when there is anything else in it.
 */
export async function beginRestore(client: pg.ClientBase, noFiles: boolean): Promise<void> {
  const { rows } = await client.query<{ tables: string; steps: string | null }>(
    `select count(*) as tables, to_regclass('public.schema_migrations') as steps
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname in ('public', 'graphile_worker')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  if (rows[0]!.steps) {
    const mark = await client.query("select from schema_migrations where name = $1", [restoreMark]);
    if (mark.rows.length > 0) return;
  }
  if (Number(rows[0]!.tables) > 0) {
    throw new StartupError("The database is not empty: restore into a new one.");
  }
  if (!noFiles) {
    throw new StartupError("The store for files is not empty: restore into an empty one.");
  }
  await client.query(makeTable);
  await client.query("insert into schema_migrations (name, sha256) values ($1, '')", [restoreMark]);
}

/** The files that made the schema of a database. Throws StartupError when there are none, or not all of its data. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ steps: string | null }>(
    "select to_regclass('public.schema_migrations') as steps",
  );
  const applied = found[0]!.steps
    ? await client.query<AppliedMigration>(
        "select name, sha256 from schema_migrations order by name",
      )
    : { rows: [] };
  if (applied.rows.length === 0) {
    throw new StartupError("There is nothing here yet: no server has started on this database.");
  }
  if (applied.rows.some(({ name }) => name === restoreMark)) throw new StartupError(unfinished);
  return applied.rows;
}

/** Lets servers start. */
export async function endRestore(client: pg.ClientBase): Promise<void> {
  await client.query("delete from schema_migrations where name = $1", [restoreMark]);
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
