import { readConfig } from "../config.ts";
import { openDb, openPool, timeLimits, type Db } from "../core/db.ts";
import { migrate } from "../core/migrate.ts";
import { isAway, outageLog } from "../core/outage.ts";
import { StartupError } from "../core/startup.ts";
import { openDatabase } from "../database.ts";

/** Runs a command on the configured database, at the newest schema, and ends the process with its exit code. */
export async function runCommand(work: (db: Db) => Promise<number>): Promise<never> {
  let code = 1;
  try {
    const database = await openDatabase(readConfig());
    try {
      await migrate(database.url);
      const db = openDb(openPool(database.url, 4, () => {}, timeLimits.commands));
      code = await work(db);
      await db.destroy();
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else if (isAway(error)) outageLog(console.error, () => {})(error);
    else console.error(error);
  }
  process.exit(code);
}
