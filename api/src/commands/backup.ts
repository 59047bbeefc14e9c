import path from "node:path";
import { readConfig } from "../config.ts";
import { backUp } from "../core/backup/backup.ts";
import { openDatabase } from "../database.ts";
import { fileArgument, filesOf, runToExit, progressPrinter } from "./command.ts";

// Exiting, rather than dying from the signal, removes the unfinished file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

// Writes all of the product's data to one file. Progress goes to standard error.
await runToExit(async () => {
  const to = path.resolve(fileArgument("to", "Usage: npm run backup -- --to FILE"));
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    const files = await filesOf(config);
    const {
      tables,
      files: copied,
      lost,
      removed,
    } = await backUp({ databaseUrl: database.url, files, to }, progressPrinter());
    for (const key of lost) console.log(`Not in the store, or not as it was written: ${key}`);
    for (const key of removed) console.log(`Removed while the backup was made: ${key}`);
    const rows = tables.reduce((sum, each) => sum + each.rows, 0);
    console.log(`${to}: ${rows} rows of ${tables.length} tables, ${copied} files.`);
    return lost.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
});
