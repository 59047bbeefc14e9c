import { readConfig } from "../config.ts";
import { migrate } from "../core/migrate.ts";
import { openDatabase } from "../database.ts";
import { runToExit } from "./command.ts";

// Brings the schema of the database to this version before its servers start; each server does the same by itself.
await runToExit(async () => {
  const database = await openDatabase(readConfig());
  try {
    const applied = await migrate(database.url);
    for (const name of applied) console.log(name);
    console.log(
      applied.length === 0
        ? "The schema is that of this version already."
        : "The schema is that of this version now.",
    );
    return 0;
  } finally {
    await database.stop();
  }
});
