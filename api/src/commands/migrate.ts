import { readConfig } from "../config.ts";
import { migrate } from "../core/migrate.ts";
import { openDatabase } from "../database.ts";
import { runToExit } from "./command.ts";

// Migrates the database's schema to this version before its servers start, which would otherwise do so themselves.
await runToExit(async () => {
  const database = await openDatabase(readConfig());
  try {
    const applied = await migrate(database.url);
    for (const name of applied) console.log(name);
    console.log(
      applied.length === 0
        ? "The schema is already that of this version."
        : "The schema is now that of this version.",
    );
    return 0;
  } finally {
    await database.stop();
  }
});
