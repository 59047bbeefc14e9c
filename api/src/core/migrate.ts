import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import pg from "pg";

const folder = path.resolve(import.meta.dirname, "../../migrations");
// Any number, the same on every server: only one of them migrates at a time.
const lockKey = 1146001;

/**
 * Brings a database to the newest schema: the numbered files of api/migrations, each once and in its own transaction,
 * then the job queue's own tables. Throws when a file fails, or when one that was applied has been edited since.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const text = await readFile(path.join(folder, name), "utf8");
      const sha256 = createHash("sha256").update(text).digest("hex");
      if (applied.get(name) === sha256) continue;
      if (applied.has(name)) throw new Error(`Migration ${name} was edited after it was applied.`);
      await applyFile(client, name, text, sha256);
    }
    await runMigrations({ connectionString: databaseUrl });
  } finally {
    await client.end();
  }
}

async function applyFile(client: pg.Client, name: string, text: string, sha256: string) {
  try {
    await client.query("begin");
    await client.query(text);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
      name,
      sha256,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
