import { readConfig } from "../config.ts";
import { migrate } from "../core/migrate.ts";
import { StartupError } from "../core/startup.ts";
import { openDatabase } from "../database.ts";

// Brings the schema of the database to this version before its servers start; each server does the same by itself.
try {
  const database = await openDatabase(readConfig());
  try {
    const applied = await migrate(database.url);
    for (const name of applied) console.log(name);
    console.log(
      applied.length === 0
        ? "The schema is that of this version already."
        : `${applied.length} files applied: the schema is that of this version.`,
    );
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
