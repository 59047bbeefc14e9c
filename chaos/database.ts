import path from "node:path";
import pg from "pg";
import { openDb, type Db } from "../api/src/core/db.ts";
import { createLayout } from "../api/src/core/postgres/layout.ts";

/** The URL of the embedded database of a data folder, whether it is running or not. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { socketDir } = await createLayout(path.join(dataDir, "postgres"));
  return `postgresql://postgres@localhost/tonneline?host=${encodeURIComponent(socketDir)}`;
}

/** Opens the database independently of the product, to inspect it; the connections may be killed like any other. */
export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: "chaos" });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = openDb(pool);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
