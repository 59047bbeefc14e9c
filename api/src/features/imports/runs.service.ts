import { Readable } from "node:stream";
import {
  importFileKinds,
  type ImportFileKind,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { addJob } from "../../core/jobs.ts";
import { inspectCsv, UnusableFile, type CsvFacts } from "./csv.ts";
import { rememberedSources, rememberSources } from "./mappings.sql.ts";
import { guessSources, isAtWork, isOpen, mappingFaults } from "./runs.rules.ts";
import * as store from "./runs.sql.ts";

export type ImportRuns = ReturnType<typeof createImportRuns>;

/** What operators do with imports of files; the work itself is the job `catalogue.import { importId, version, actor }`. */
export function createImportRuns(db: Db, files: FileStore) {
  /** The run, locked; NOT_FOUND, and INVALID_TRANSITION while a job is at work on it or when it is done. */
  async function open(tx: Tx, runId: number): Promise<store.RunRow> {
    const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
    return isOpen(run.status) ? run : refuse("INVALID_TRANSITION");
  }

  /** Back to the choice of files and columns: what an earlier check found no longer holds. */
  async function draft(tx: Tx, runId: number, change: Parameters<typeof store.updateRun>[2]) {
    await store.clearReport(tx, runId);
    await store.updateRun(tx, runId, {
      ...change,
      status: "DRAFT",
      checked: null,
      progress: null,
      failure: null,
    });
  }

  function create(actor: Actor): Promise<number> {
    return inTransaction(db, (tx) => store.insertRun(tx, actor.userId!));
  }

  /** VALIDATION_FAILED with what is wrong with the file when it can't be read as a whole. */
  async function setFile(
    runId: number,
    kind: ImportFileKind,
    upload: { name: string; bytes: Uint8Array },
  ): Promise<void> {
    const name = upload.name.trim().slice(0, 200) || `${kind}.csv`;
    const bytes = Buffer.from(upload.bytes);
    const facts = await inspected(name, bytes);
    const replaced = await inTransaction(db, async (tx) => {
      const run = await open(tx, runId);
      const id = await files.keep(tx, { name, mediaType: "text/csv", bytes });
      const remembered = await rememberedSources(tx, kind, facts.columns);
      const mapping = { ...run.mapping, [kind]: remembered ?? guessSources(kind, facts) };
      const file = { kind, id, facts: { ...facts, remembered: remembered !== undefined } };
      await draft(tx, runId, { mapping, file });
      return await dropFile(tx, run[kind]);
    });
    if (replaced) await files.discard(replaced);
  }

  async function removeFile(runId: number, kind: ImportFileKind): Promise<void> {
    const removed = await inTransaction(db, async (tx) => {
      const run = await open(tx, runId);
      const { [kind]: _, ...mapping } = run.mapping;
      await draft(tx, runId, { mapping, file: { kind, id: null, facts: null } });
      return await dropFile(tx, run[kind]);
    });
    if (removed) await files.discard(removed);
  }

  const dropFile = async (tx: Tx, file: store.StoredFile | null) =>
    file ? await files.drop(tx, file.id) : undefined;

  function map(runId: number, version: number, mapping: ImportMapping): Promise<void> {
    return inTransaction(db, async (tx) => {
      const run = await open(tx, runId);
      if (run.version !== version) return refuse("VERSION_CONFLICT");
      await draft(tx, runId, { mapping });
    });
  }

  /** VALIDATION_FAILED with each field of the files that has no source yet. */
  function check(actor: Actor, runId: number, version: number): Promise<void> {
    return inTransaction(db, async (tx) => {
      const run = await open(tx, runId);
      if (run.version !== version) return refuse("VERSION_CONFLICT");
      const faults = mappingFaults(run.mapping, {
        projects: run.projectsFacts,
        vintages: run.vintagesFacts,
      });
      if (faults.length > 0) return refuse("VALIDATION_FAILED", { fieldErrors: faults });
      for (const kind of importFileKinds) {
        const columns = run[`${kind}Facts`]?.columns;
        if (columns) await rememberSources(tx, kind, columns, run.mapping[kind] ?? {});
      }
      await draft(tx, runId, {});
      await ask(tx, actor, runId, "CHECKING");
    });
  }

  /** INVALID_TRANSITION unless it was checked as it stands. */
  function apply(actor: Actor, runId: number, version: number): Promise<void> {
    return inTransaction(db, async (tx) => {
      const run = await open(tx, runId);
      if (run.status !== "CHECKED") return refuse("INVALID_TRANSITION");
      if (run.version !== version) return refuse("VERSION_CONFLICT");
      await ask(tx, actor, runId, "IMPORTING");
    });
  }

  async function ask(tx: Tx, actor: Actor, runId: number, status: "CHECKING" | "IMPORTING") {
    await store.updateRun(tx, runId, { status, progress: null, askedBy: actor.userId! });
    const { version } = (await store.runById(tx, runId))!;
    // One after the other: those that wait for the catalogue must not keep other jobs from being taken.
    const queue = "catalogue.import";
    await addJob(tx, "catalogue.import", { importId: runId, version, actor }, { queue });
  }

  /** Takes back what was asked; the job that is at work on it notices and keeps nothing. INVALID_TRANSITION when it has ended. */
  function stop(actor: Actor, runId: number, version: number): Promise<void> {
    return inTransaction(db, async (tx) => {
      const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
      if (!isAtWork(run.status)) return refuse("INVALID_TRANSITION");
      if (run.version !== version) return refuse("VERSION_CONFLICT");
      // What the check said before an import still holds.
      if (run.status === "CHECKING") await draft(tx, runId, {});
      else await store.updateRun(tx, runId, { status: "CHECKED", progress: null });
      const thing = { type: "import", id: runId, name: nameOf(run) };
      await noteAudit(tx, actor, { action: "import.stop", thing, before: { status: run.status } });
    });
  }

  /** INVALID_TRANSITION while a job is at work on it. */
  async function remove(actor: Actor, runId: number): Promise<void> {
    const keys = await inTransaction(db, async (tx) => {
      const run = (await store.lockRun(tx, runId)) ?? refuse("NOT_FOUND");
      if (!isOpen(run.status) && run.status !== "IMPORTED") return refuse("INVALID_TRANSITION");
      await store.deleteRun(tx, runId);
      const thing = { type: "import", id: runId, name: nameOf(run) };
      await noteAudit(tx, actor, {
        action: "import.delete",
        thing,
        before: { status: run.status, imported: run.imported },
      });
      return [await dropFile(tx, run.projects), await dropFile(tx, run.vintages)];
    });
    for (const key of keys) if (key) await files.discard(key);
  }

  return { create, setFile, removeFile, map, check, apply, stop, remove };
}

/** What a person calls an import. */
export function nameOf(run: Pick<store.RunRow, "projects" | "vintages">): string {
  return [run.projects?.name, run.vintages?.name].filter(Boolean).join(", ");
}

async function inspected(name: string, bytes: Buffer): Promise<CsvFacts> {
  try {
    return await inspectCsv({ name, open: () => Readable.from([bytes]) });
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return refuse("VALIDATION_FAILED", {
      fieldErrors: [{ path: "file", message: error.message }],
    });
  }
}

/** Has imports found by the username that who made them has now: it changes when the account is erased. */
export async function followUsername(tx: Tx, userId: number): Promise<void> {
  await store.copyUsername(tx, userId);
}
