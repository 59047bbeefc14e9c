import { readConfig } from "../config.ts";
import { openDb, openPool, type Db } from "../core/db.ts";
import { migrate } from "../core/migrate.ts";
import { StartupError } from "../core/startup.ts";
import { openDatabase } from "../database.ts";

/** Runs a command on the configured database, at the newest schema, and ends the process with its exit code. */
export async function runCommand(work: (db: Db) => Promise<number>): Promise<never> {
  let code = 1;
  try {
    const database = await openDatabase(readConfig());
    try {
      await migrate(database.url);
      const db = openDb(openPool(database.url, 4, console.error));
      code = await work(db);
      await db.destroy();
    } finally {
      await database.stop();
    }
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
  }
  process.exit(code);
}
