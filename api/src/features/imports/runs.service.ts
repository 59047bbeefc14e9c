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
import { rememberedSources, rememberSources } from "./mappings.sql.ts";
import { guessSources, isOpen, mappingFaults } from "./runs.rules.ts";
import * as store from "./runs.sql.ts";

export { followUsername } from "./runs.sql.ts";

/** Checks or imports the files of a run as it was asked at this version. */
export const importWork = job(
  "catalogue.import",
  z.object({
    importId: z.int(),
    version: z.int(),
    actor: z.object({ userId: z.int(), username: z.string(), ip: z.string() }),
  }),
);

/** The run, locked; NOT_FOUND, and INVALID_TRANSITION while a job is at work on it or when it is done. */
async function lockOpen(tx: Tx, runId: number): Promise<store.RunRow> {
  const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
  return isOpen(run.status) ? run : refuse("INVALID_TRANSITION");
}

// What an earlier check found no longer holds.
const unchecked = { checked: null, progress: null, failure: null };

/** Back to the choice of files and columns. */
async function draft(tx: Tx, runId: number, change: store.RunChange): Promise<void> {
  await store.clearReport(tx, runId);
  await store.updateRun(tx, runId, { ...change, ...unchecked, status: "DRAFT" });
}

/** Begins an import from a page; returns its id. */
export function createRun(db: Db, actor: KnownActor): Promise<number> {
  return inTransaction(db, (tx) => store.insertRun(tx, actor.userId));
}

/** VALIDATION_FAILED with what is wrong with the file when it can't be read as a whole. */
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
    const remembered = await rememberedSources(tx, kind, facts.columns);
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

/** Takes a file out of an import that has not begun, and how its columns were read. */
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

/** Says how the columns of an import's files are read. VERSION_CONFLICT when it is of another version than was seen. */
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
  async move(tx, { id, from, to }, change) {
    const status = to as ImportStatus;
    const isMoved = await store.updateRun(tx, id, { ...change, status }, { status: from });
    return isMoved ? await store.runById(tx, id) : undefined;
  },
};

/** Asks a job to check it. VALIDATION_FAILED with each field of the files that has no source yet. */
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
        if (columns) await rememberSources(tx, kind, columns, run.mapping[kind] ?? {});
      }
      await store.clearReport(tx, run.id);
      const change = { ...unchecked, askedBy: context.actor.userId };
      return { change, after: (asked) => postRun(tx, context.actor, asked) };
    }),
  );
}

/**
 * Asks a job to import what was checked. INVALID_TRANSITION unless it was checked as it stands; VALIDATION_FAILED when
 * nothing is to be saved beside rows with errors, and there are some.
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
        after: (asked) => postRun(tx, context.actor, asked),
      };
    }),
  );
}

function postRun(tx: Tx, actor: KnownActor, { id, version }: store.RunRow): Promise<void> {
  // One after the other: those that wait for the catalogue must not keep other jobs from being taken.
  const queue = "catalogue.import";
  return addJob(tx, importWork, { importId: id, version, actor }, { queue });
}

/** Takes back what was asked; the job that is at work on it notices and keeps nothing. INVALID_TRANSITION when it has ended. */
export async function stopRun(db: Db, context: DecisionContext): Promise<void> {
  const request = { name: "stop", decision: importDecisions.stop };
  const audited = { thing: thingOf, facts: ({ status }: store.RunRow) => ({ status }) };
  await inTransaction(db, (tx) =>
    decide(tx, { ...runs, audited }, request, context, async (run) => {
      if (run.status !== "CHECKING") return { change: { progress: null } };
      await store.clearReport(tx, run.id);
      return { change: unchecked };
    }),
  );
}

/** INVALID_TRANSITION while a job is at work on it. */
export async function removeRun(
  db: Db,
  files: FileStore,
  actor: KnownActor,
  runId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
    if (isAtWork(run.status)) return refuse("INVALID_TRANSITION");
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

/** What a person calls an import. */
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
