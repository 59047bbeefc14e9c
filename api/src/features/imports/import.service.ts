import type { Db, Tx } from "../../core/db.ts";
import { addJob } from "../../core/jobs.ts";
import { lockAvailable, postMovements, type Movement } from "../ledger/ledger.service.ts";
import { projectChanged } from "../catalogue/catalogue.service.ts";
import { refreshListings } from "../catalogue/listings.service.ts";
import { readCsv, type CsvFile, type CsvRow } from "./csv.ts";
import { describe } from "./descriptions.rules.ts";
import { ensureDirectories } from "../directory/directory.service.ts";
import { factsOf } from "./facts.rules.ts";
import { labelsOf } from "./labels.rules.ts";
import { lockBulkChange, planAsUsual, planForBulk, stoppable } from "./bulk.service.ts";
import { continentOf } from "../catalogue/places.rules.ts";
import { knownProjectType } from "../directory/projectTypes.rules.ts";
import { saveVintageFigures } from "./figures.sql.ts";
import { readableName } from "./names.rules.ts";
import * as projectTable from "./projects.sql.ts";
import { registryNames } from "../directory/registries.rules.ts";
import {
  furtherProjectColumns,
  parseProject,
  parseVintage,
  projectColumns,
  vintageColumns,
  type Parsed,
  type ProjectRow,
} from "./rows.ts";
import { indicativeGoals } from "./sdgs.rules.ts";
import * as staging from "./staging.sql.ts";
import * as vintageTable from "./vintages.sql.ts";

/** A location in a file and a message about it; `column` is blank if it concerns the whole row. */
export type Finding = {
  file: string;
  of: "projects" | "vintages";
  line: number;
  /** The row's identifier, an external id and for a vintage its year; blank if the row has none. */
  key: string;
  externalId: string;
  /** The project's name in the row; blank if it has none. */
  name: string;
  column: string;
  reason: string;
};
export type ImportStep = "projects" | "vintages" | "saving";
/** Receives the events of a running import. */
export type ImportListener = {
  /** The row is not imported; called once per reason, so possibly several times per row. */
  refused(finding: Finding): void;
  /** The row is imported, but with changes. */
  noticed(finding: Finding): void;
  /** The number of rows read of a file; when saving, the number of completed `savingParts`. */
  progress(step: ImportStep, done: number): void;
};
/** Projects, vintages, listings, and the caller's `atEnd`. */
export const savingParts = 4;
/** The outcome of an imported row. */
export type TakenRow = staging.StagedRow;
export type ImportCounts = { new: number; changed: number; unchanged: number; refused: number };
export type ImportResult = { projects: ImportCounts; vintages: ImportCounts };
export type ImportOptions = {
  /** Roll back once the outcome is known. Existing rows are not locked: others can continue to buy and edit. */
  dryRun: boolean;
  /** The source of new labels as shown on pages, and the date of the figures. */
  source: string;
  asOf: string;
  /** The operator who imports; absent on the command line. */
  actorId?: number;
  /** Aborts the import without changes; its reason is thrown. */
  signal?: AbortSignal;
  /** Runs at the end of the transaction, with the outcome of each imported row. */
  atEnd?(tx: Tx, result: ImportResult, rows: AsyncIterable<TakenRow>): Promise<void>;
};
/** At least one of them. */
export type ImportFiles = { projects?: CsvFile | undefined; vintages?: CsvFile | undefined };

const batchRows = 1000;
// From this many on, refreshing all listings is faster than refreshing them one by one.
const manyProjects = 500;

/** Carries the result out of a transaction that must be rolled back. */
class DryRunRollback extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super("Dry run");
    this.result = result;
  }
}

/**
 * Imports registry files into the catalogue in a single transaction. Invalid rows are reported to the listener; prices
 * and edits by operators are kept. Throws UnusableFile or a database collision (isCollision), with nothing changed.
 */
export async function importRegistryFiles(
  db: Db,
  files: ImportFiles,
  options: ImportOptions,
  listener: ImportListener,
): Promise<ImportResult> {
  try {
    // Not retried: the listener would receive everything twice.
    return await db.transaction().execute((tx) =>
      stoppable(db, tx, options.signal, async () => {
        await lockBulkChange(tx);
        listener.progress(files.projects ? "projects" : "vintages", 0);
        await planForBulk(tx);
        await staging.openStaging(tx);
        const { signal } = options;
        const refused = {
          projects: files.projects ? await stageProjects(tx, files.projects, listener, signal) : 0,
          vintages: files.vintages ? await stageVintages(tx, files.vintages, listener, signal) : 0,
        };
        listener.progress("saving", 0);
        const projects = await saveProjects(tx, options);
        listener.progress("saving", 1);
        const vintages = await saveVintages(tx, files.vintages?.name ?? "", options, listener);
        listener.progress("saving", 2);
        // A dry run's report does not depend on the listings, and refreshing them takes a quarter of the time.
        if (!options.dryRun) await refreshTouched(tx);
        listener.progress("saving", 3);
        const result = {
          projects: { ...projects, refused: refused.projects },
          vintages: { ...vintages, refused: refused.vintages + vintages.refused },
        };
        await options.atEnd?.(tx, result, staging.stagedRows(tx));
        if (options.dryRun) throw new DryRunRollback(result);
        return result;
      }),
    );
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result;
    throw error;
  }
}

/** Stages the valid rows of a file with projects, and returns the number of refused ones. */
async function stageProjects(
  tx: Tx,
  file: CsvFile,
  listener: ImportListener,
  signal: AbortSignal | undefined,
): Promise<number> {
  const reader = rowReader(file, "projects", listener, signal);
  const good: staging.StagedProject[] = [];
  const bad: Called[] = [];
  for await (const csv of readCsv(file, projectColumns, furtherProjectColumns)) {
    const row = reader.valid(csv, parseProject);
    if (row) {
      good.push(staged(row, csv.line));
      noticeUnknownLabels(file, row, csv.line, listener);
    } else if (csv.cells) bad.push(calledBy(csv.cells));
    if (good.length === batchRows) await staging.stageProjects(tx, good.splice(0));
  }
  await staging.stageProjects(tx, good);
  await staging.saveRefused(tx, bad);
  return await reader.finish(tx);
}

/** The same for a file with vintages. */
async function stageVintages(
  tx: Tx,
  file: CsvFile,
  listener: ImportListener,
  signal: AbortSignal | undefined,
): Promise<number> {
  const reader = rowReader(file, "vintages", listener, signal);
  const good: staging.StagedVintage[] = [];
  for await (const csv of readCsv(file, vintageColumns)) {
    const row = reader.valid(csv, parseVintage);
    if (row) good.push({ ...row, line: csv.line });
    if (good.length === batchRows) await staging.stageVintages(tx, good.splice(0));
  }
  await staging.stageVintages(tx, good);
  return await reader.finish(tx);
}

/** Parses the rows of a file, and reports the progress and each refused row to the listener. */
function rowReader(
  file: CsvFile,
  of: "projects" | "vintages",
  listener: ImportListener,
  signal: AbortSignal | undefined,
) {
  let rows = 0;
  let refused = 0;
  const refuse = (line: number, called: Called, column: string, reason: string) =>
    listener.refused({ file: file.name, of, line, ...called, column, reason });
  return {
    /** Returns the row, or null after its refusals were reported. */
    valid<C extends string, T>(
      csv: CsvRow<C>,
      parse: (cells: Readonly<Record<C, string>>) => Parsed<T>,
    ): T | null {
      rows++;
      if (rows % batchRows === 0) {
        signal?.throwIfAborted();
        listener.progress(of, rows);
      }
      const parsed = csv.cells ? parse(csv.cells) : { refusals: [otherLength(csv)] };
      if (parsed.row) return parsed.row;
      refused++;
      const called = calledBy(csv.cells ?? {});
      for (const { column, reason } of parsed.refusals ?? []) {
        refuse(csv.line, called, column, reason);
      }
      return null;
    },
    /** Removes staged duplicates; returns how many rows were refused in all. */
    async finish(tx: Tx): Promise<number> {
      listener.progress(of, rows);
      const key = of === "projects" ? "external_id" : "vintage_year";
      for (const { line, first, ...called } of await staging.removeDuplicates(tx, of)) {
        refused++;
        refuse(line, called, key, `is already in line ${first}`);
      }
      return refused;
    },
  };
}

const otherLength = ({ cellCount, headerCells }: CsvRow<string>) => ({
  column: "",
  reason: `the row has ${cellCount} cells, the header ${headerCells}`,
});

function noticeUnknownLabels(
  file: CsvFile,
  { externalId, name, certifications }: ProjectRow,
  line: number,
  listener: ImportListener,
): void {
  for (const label of labelsOf(certifications).unknown) {
    listener.noticed({
      file: file.name,
      of: "projects",
      line,
      key: externalId,
      externalId,
      name,
      column: "certifications",
      reason: `names the unknown label "${label}", which is left out`,
    });
  }
}

type Called = Pick<Finding, "key" | "externalId" | "name">;

/** The names in a row, as far as it has any. */
function calledBy(
  cells: Readonly<Partial<Record<"external_id" | "vintage_year" | "name", string>>>,
): Called {
  const cut = (cell: string | undefined, length: number) => (cell ?? "").trim().slice(0, length);
  const externalId = cut(cells.external_id, 64);
  const key = [externalId, cut(cells.vintage_year, 64)].filter(Boolean).join(" ");
  return { key, externalId, name: cut(cells.name, 400).replace(/\s+/g, " ") };
}

function staged(row: ProjectRow, line: number): staging.StagedProject {
  const type = knownProjectType(row.type);
  const facts = factsOf(row);
  return {
    line,
    externalId: row.externalId,
    name: readableName(row.name),
    facts,
    // Status, labels and quantities change with every release: the description omits them.
    description: describe({
      ...row,
      knownType: type,
      registryName: registryNames[row.registry] ?? row.registry,
      registryStatus: "",
      countries: facts.countries,
      quantities: null,
    }),
    sdgs: indicativeGoals(type),
    continent: row.country === null ? null : continentOf(row.country),
    scope: row.scope,
  };
}

async function saveProjects(
  tx: Tx,
  options: ImportOptions,
): Promise<Omit<ImportCounts, "refused">> {
  await ensureDirectories(tx, await staging.stagedNames(tx));
  await projectTable.linkProjects(tx);
  const added = await projectTable.insertNewProjects(tx);
  await staging.countStaged(tx, "projects");
  const all = await staging.stagedCount(tx, "projects");
  if (options.dryRun) {
    const { changed, adopted } = await projectTable.countChanges(tx);
    return { new: added, changed: changed + adopted, unchanged: all - added - changed - adopted };
  }
  const changed = await projectTable.updateChangedProjects(tx);
  await projectTable.replaceLabels(tx, options.source, options.asOf);
  const adopted = await projectTable.saveFacts(tx, options.source, options.asOf);
  for (const projectId of await projectTable.projectsInCarts(tx, changed)) {
    await addJob(tx, projectChanged, { projectId });
  }
  return {
    new: added,
    changed: changed.length + adopted,
    unchanged: all - added - changed.length - adopted,
  };
}

async function saveVintages(
  tx: Tx,
  file: string,
  options: ImportOptions,
  listener: ImportListener,
): Promise<ImportCounts> {
  const orphans = await vintageTable.linkToProjects(tx);
  for (const { line, externalId, year, projectRefused } of orphans) {
    const reason = projectRefused
      ? `belongs to the refused project ${externalId}`
      : `belongs to no known project: ${externalId}`;
    const called = { key: `${externalId} ${year}`, externalId, name: "" };
    listener.refused({ file, of: "vintages", line, ...called, column: "external_id", reason });
  }
  await staging.countStaged(tx, "vintages");
  await vintageTable.linkVintages(tx);
  const adopted = await vintageTable.adoptVintages(tx);
  const added = await vintageTable.insertNewVintages(tx);
  const changed = await vintageTable.findChangedVintages(tx);
  if (!options.dryRun) await vintageTable.updateFoundVintages(tx);
  const who = options.actorId === undefined ? {} : { actorId: options.actorId };
  const movements: Movement[] = added.map(({ vintageId, remaining }) => ({
    ...who,
    kind: "ISSUE",
    vintageId,
    quantity: remaining,
    reason: "Import: remaining at the registry",
  }));
  const moved = changed.filter(({ difference }) => difference !== 0);
  const stockOf = options.dryRun ? vintageTable.availableNow : lockAvailable;
  const available = await stockOf(
    tx,
    moved.map(({ vintageId }) => vintageId),
  );
  for (const { vintageId, difference, line, externalId, year } of moved) {
    // Credits in carts, orders and portfolios stay with the buyers, whatever the registry's figures are now.
    const quantity = Math.max(difference, -(available.get(vintageId) ?? 0));
    movements.push({
      ...who,
      kind: "ADJUST",
      vintageId,
      quantity,
      reason: "Import: changed at the registry",
    });
    if (quantity !== difference) {
      const reason = `of ${externalId}, ${year}, fell by ${-difference} t, but only ${-quantity} t were free to take out of sale`;
      const called = { key: `${externalId} ${year}`, externalId, name: "" };
      listener.noticed({ file, of: "vintages", line, ...called, column: "remaining", reason });
    }
  }
  await staging.countStaged(tx, "vintages");
  if (!options.dryRun) {
    // In a single call: several statements would lock the stock out of order.
    await postMovements(tx, movements);
    await vintageTable.writeHistory(
      tx,
      changed.map(({ vintageId }) => vintageId),
    );
    await saveVintageFigures(tx);
  }
  const all = await staging.stagedCount(tx, "vintages");
  const changedCount = changed.length + adopted;
  return {
    new: added.length,
    changed: changedCount,
    unchanged: all - added.length - changedCount,
    refused: orphans.length,
  };
}

async function refreshTouched(tx: Tx): Promise<void> {
  const touched = await staging.touchedProjects(tx);
  if (touched.length === 0) return;
  if (touched.length > manyProjects) await planAsUsual(tx);
  await refreshListings(tx, touched.length > manyProjects ? null : touched);
}
