import { Readable } from "node:stream";
import {
  importDecisions,
  importFileKinds,
  isAtWork,
  type ErrorChoice,
  type ImportFileKind,
  type ImportMapping,
  type ImportStatus,
} from "@tonneline/contract/imports";
import { z } from "zod";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type DecisionContext, type Subject } from "../../core/decisions.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { addJob, job } from "../../core/jobs.ts";
import { inspectCsv, UnusableFile, type CsvFacts } from "./csv.ts";
import { savedSources, saveSources } from "./mappings.sql.ts";
import { guessSources, isOpen, mappingFaults } from "./runs.rules.ts";
import * as store from "./runs.sql.ts";

export { refreshImportUsernames } from "./runs.sql.ts";

/** Checks or imports a run's files as requested at this version. */
export const importWork = job(
  "catalogue.import",
  z.object({
    importId: z.int(),
    version: z.int(),
    actor: z.object({ userId: z.int(), username: z.string(), ip: z.string() }),
  }),
);

/** Why an import in this status cannot be changed, checked or applied. */
const reasons: Record<ImportStatus, string> = {
  DRAFT: "Its files and columns are not checked as they are now: check them first.",
  FAILED: "Its last attempt failed: check it again first.",
  CHECKING: "It is being checked. Wait for the result, or stop the check.",
  CHECKED: "It has been checked in the meantime.",
  IMPORTING: "It is being imported.",
  IMPORTED: "It has already been imported.",
};

/** Locks the run. Refuses with NOT_FOUND, or with INVALID_TRANSITION while a job is working on it or once it is done. */
async function lockOpen(tx: Tx, runId: number): Promise<store.RunRow> {
  const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
  return isOpen(run.status) ? run : refuse("INVALID_TRANSITION", { detail: reasons[run.status] });
}

// The outcome of an earlier check is no longer valid.
const unchecked = { checked: null, progress: null, failure: null };

/** Resets the run to a draft, in which files and columns are chosen. */
async function draft(tx: Tx, runId: number, change: store.RunChange): Promise<void> {
  await store.clearReport(tx, runId);
  await store.updateRun(tx, runId, { ...change, ...unchecked, status: "DRAFT" });
}

/** Creates a draft for an import from a page; returns its id. */
export function createRun(tx: Tx, actor: KnownActor): Promise<number> {
  return store.insertRun(tx, actor.userId);
}

/** Sets one of the run's files. Refuses with VALIDATION_FAILED and the reason if the file cannot be read at all. */
export async function setFile(
  db: Db,
  files: FileStore,
  { runId, kind }: FilePlace,
  upload: { name: string; bytes: Uint8Array },
): Promise<void> {
  const name = upload.name.trim().slice(0, 200) || `${kind}.csv`;
  const bytes = Buffer.from(upload.bytes);
  const facts = await inspected(name, bytes);
  await inTransaction(db, async (tx) => {
    const run = await lockOpen(tx, runId);
    const id = await files.keep(tx, { name, mediaType: "text/csv", bytes });
    const remembered = await savedSources(tx, kind, facts.columns);
    const mapping = { ...run.mapping, [kind]: remembered ?? guessSources(kind, facts) };
    const file = { kind, id, facts: { ...facts, remembered: remembered !== undefined } };
    await draft(tx, runId, { mapping, file });
    await dropFile(tx, files, run[kind]);
  });
}

interface FilePlace {
  runId: number;
  kind: ImportFileKind;
}

/** Removes a file and its column assignment from an import that has not begun. */
export async function removeFile(
  db: Db,
  files: FileStore,
  { runId, kind }: FilePlace,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const run = await lockOpen(tx, runId);
    const { [kind]: _, ...mapping } = run.mapping;
    await draft(tx, runId, { mapping, file: { kind, id: null, facts: null } });
    await dropFile(tx, files, run[kind]);
  });
}

async function dropFile(tx: Tx, files: FileStore, file: store.StoredFile | null): Promise<void> {
  if (file) await files.drop(tx, file.id);
}

/** Sets how the columns of an import's files are read. Refuses with VERSION_CONFLICT if the version is not the current one. */
export function mapRun(
  db: Db,
  runId: number,
  version: number,
  mapping: ImportMapping,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const run = await lockOpen(tx, runId);
    if (run.version !== version) return refuse("VERSION_CONFLICT");
    await draft(tx, runId, { mapping });
  });
}

const runs: Subject<store.RunRow, store.RunChange> = {
  name: "import",
  lock: store.lockRun,
  whyNot: async (_, { status }) => reasons[status],
  async move(tx, { id, from, to }, change) {
    const status = to as ImportStatus;
    const isMoved = await store.updateRun(tx, id, { ...change, status }, { status: from });
    return isMoved ? await store.runById(tx, id) : undefined;
  },
};

/** Requests a check, done by a job. Refuses with VALIDATION_FAILED and each required field that has no source yet. */
export async function checkRun(db: Db, context: DecisionContext): Promise<void> {
  const request = { name: "check", decision: importDecisions.check };
  await inTransaction(db, (tx) =>
    decide(tx, runs, request, context, async (run) => {
      const faults = mappingFaults(run.mapping, {
        projects: run.projectsFacts,
        vintages: run.vintagesFacts,
      });
      if (faults.length > 0) return refuse("VALIDATION_FAILED", { fieldErrors: faults });
      for (const kind of importFileKinds) {
        const columns = run[`${kind}Facts`]?.columns;
        if (columns) await saveSources(tx, kind, columns, run.mapping[kind] ?? {});
      }
      await store.clearReport(tx, run.id);
      const change = { ...unchecked, askedBy: context.actor.userId };
      return { change, after: (requested) => postRun(tx, context.actor, requested) };
    }),
  );
}

/**
 * Requests the import of what was checked, done by a job. Refuses with INVALID_TRANSITION unless it was checked in its
 * current state, and with VALIDATION_FAILED if there are rows with errors and nothing is to be saved in that case.
 */
export async function applyRun(
  db: Db,
  context: DecisionContext,
  errors: ErrorChoice,
): Promise<void> {
  const request = { name: "apply", decision: importDecisions.apply };
  await inTransaction(db, (tx) =>
    decide(tx, runs, request, context, async ({ checked }) => {
      const refused = (checked?.projects.refused ?? 0) + (checked?.vintages.refused ?? 0);
      if (errors === "SAVE_NOTHING" && refused > 0) {
        return refuseField("errors", `Nothing is saved while rows have errors: ${refused}`);
      }
      return {
        change: { progress: null, askedBy: context.actor.userId },
        after: (requested) => postRun(tx, context.actor, requested),
      };
    }),
  );
}

function postRun(tx: Tx, actor: KnownActor, { id, version }: store.RunRow): Promise<void> {
  // One at a time: jobs that wait for the bulk lock must not occupy the workers of other jobs.
  const queue = "catalogue.import";
  return addJob(tx, importWork, { importId: id, version, actor }, { queue });
}

const hasEnded = () => Promise.resolve("It has already ended.");

/**
 * Cancels the request; a job that is working on it notices and saves nothing. Refuses with
 * INVALID_TRANSITION once it has ended.
 */
export async function stopRun(db: Db, context: DecisionContext): Promise<void> {
  const request = { name: "stop", decision: importDecisions.stop };
  const audited = { thing: thingOf, facts: ({ status }: store.RunRow) => ({ status }) };
  await inTransaction(db, (tx) =>
    decide(tx, { ...runs, audited, whyNot: hasEnded }, request, context, async (run) => {
      if (run.status !== "CHECKING") return { change: { progress: null } };
      await store.clearReport(tx, run.id);
      return { change: unchecked };
    }),
  );
}

/** Deletes a run and its files. Refuses with INVALID_TRANSITION while a job is working on it. */
export async function removeRun(
  db: Db,
  files: FileStore,
  actor: KnownActor,
  runId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
    if (isAtWork(run.status)) return refuse("INVALID_TRANSITION", { detail: reasons[run.status] });
    await store.deleteRun(tx, runId);
    await recordAudit(tx, actor, {
      action: "import.delete",
      thing: thingOf(run),
      before: { status: run.status, imported: run.imported },
    });
    await dropFile(tx, files, run.projects);
    await dropFile(tx, files, run.vintages);
  });
}

const thingOf = (run: store.RunRow) => ({ type: "import", id: run.id, name: nameOf(run) });

/** An import's display name. */
export function nameOf(run: Pick<store.RunRow, "projects" | "vintages">): string {
  return [run.projects?.name, run.vintages?.name].filter(Boolean).join(", ");
}

async function inspected(name: string, bytes: Buffer): Promise<CsvFacts> {
  try {
    return await inspectCsv({ name, open: () => Readable.from([bytes]) });
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return refuseField("file", error.message);
  }
}
