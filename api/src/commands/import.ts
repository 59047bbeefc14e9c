import { createReadStream } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { commandLine, recordAudit } from "../core/audit.ts";
import { StartupError } from "../core/startup.ts";
import { importAnnualFile } from "../features/imports/annual.service.ts";
import { UnusableFile } from "../features/imports/csv.ts";
import {
  importRegistryFiles,
  type Finding,
  type ImportCounts,
  type ImportListener,
} from "../features/imports/import.service.ts";
import { today } from "../core/days.sql.ts";
import { runCommand } from "./command.ts";

const usage =
  "Usage: npm run import -- --projects FILE --vintages FILE [--annual FILE] [--dry-run]";
const progressEveryMs = 500;

// Imports the registries' files into the catalogue. Findings and result go to standard output, progress to standard error.
await runCommand(readArguments, async (db, { projects, vintages, annual, dryRun }) => {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    const file = (name: string) => ({ name, open: () => createReadStream(name) });
    const source = path.basename(projects, path.extname(projects));
    const asOf = await today(db);
    const refuseYear = (line: number, reason: string) =>
      console.log(`Refused: ${annual}, line ${line}: ${reason}`);
    let years: Awaited<ReturnType<typeof importAnnualFile>> | undefined;
    const result = await importRegistryFiles(
      db,
      { projects: file(projects), vintages: file(vintages) },
      {
        dryRun,
        source,
        asOf,
        async atEnd(tx, { projects: ofProjects, vintages: ofVintages }) {
          if (annual !== undefined) years = await importAnnualFile(tx, file(annual), refuseYear);
          const thing = { type: "import", id: source, name: source };
          const after = { projects: ofProjects, vintages: ofVintages, ...(years && { years }) };
          await recordAudit(tx, commandLine, { action: "import.apply", thing, after });
        },
      },
      listener(seconds),
    );
    console.log(`Projects: ${inWords(result.projects)}.`);
    console.log(`Vintages: ${inWords(result.vintages)}.`);
    if (years) console.log(`Calendar years: ${years.taken} taken, ${years.refused} refused.`);
    console.log(dryRun ? `Dry run, nothing is kept (${seconds()}).` : `Done (${seconds()}).`);
    return 0;
  } catch (error) {
    if (error instanceof UnusableFile) {
      throw new StartupError(`${error.message} Nothing was changed.`, { cause: error });
    }
    throw error;
  }
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        projects: { type: "string" },
        vintages: { type: "string" },
        annual: { type: "string" },
        "dry-run": { type: "boolean", default: false },
      },
    });
    const { projects, vintages, annual } = values;
    if (!projects || !vintages) {
      const missing = projects ? "--vintages" : "--projects";
      throw new StartupError(`${missing} is missing: the path of a CSV file.\n${usage}`);
    }
    return { projects, vintages, annual, dryRun: values["dry-run"] };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

function listener(seconds: () => string): ImportListener {
  const sentence = ({ file, line, column, reason }: Finding) =>
    `${file}, line ${line}: ${column ? `${column} ` : ""}${reason}`;
  let step = "";
  let printedAt = 0;
  return {
    refused: (finding) => console.log(`Refused: ${sentence(finding)}`),
    noticed: (finding) => console.log(`Notice: ${sentence(finding)}`),
    progress(current, rows) {
      if (current === step && Date.now() - printedAt < progressEveryMs) return;
      step = current;
      printedAt = Date.now();
      console.error(
        current === "saving"
          ? `Comparing and saving … (${seconds()})`
          : `Reading ${current}: ${rows} rows (${seconds()})`,
      );
    },
  };
}

function inWords(counts: ImportCounts): string {
  return `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused`;
}
