import path from "node:path";
import { readConfig } from "../config.ts";
import { checkArchive } from "../core/backup/archive.ts";
import { restore } from "../core/backup/restore.ts";
import { openDatabase } from "../database.ts";
import { brokenLinks } from "../features/audit/audit.sql.ts";
import { differences } from "../features/ledger/ledger.sql.ts";
import { fileArgument, filesOf, openCommandDb, runToExit, progressPrinter } from "./command.ts";

// Restores everything from one file into an empty database and store, and verifies it. Progress goes to standard error.
await runToExit(async () => {
  const from = path.resolve(fileArgument("from", "Usage: npm run restore -- --from FILE"));
  const config = readConfig();
  const report = progressPrinter();
  const manifest = await checkArchive(from, (name) => report(`reading ${name}`));
  const database = await openDatabase(config);
  try {
    const files = await filesOf(config);
    const leftOut = await restore({ databaseUrl: database.url, files, from, manifest }, report);
    const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
    console.log(
      `The backup of ${manifest.madeAt} is restored: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files.`,
    );
    for (const name of leftOut)
      console.log(`${name} was left out: it is not a table of Tonneline.`);
    for (const key of manifest.lost) console.log(`The backup was made without the file ${key}.`);
    const db = openCommandDb(database.url);
    const wrongCounts = await differences(db);
    const broken = await brokenLinks(db);
    await db.destroy();
    console.log(
      wrongCounts.length === 0
        ? "All counts agree with the ledger."
        : `${wrongCounts.length} counts do not agree with the ledger: see npm run ledger:verify.`,
    );
    console.log(
      broken.length === 0
        ? "The audit log is whole."
        : `The audit log has ${broken.length} breaks: see npm run audit:verify.`,
    );
    return wrongCounts.length + broken.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
});
