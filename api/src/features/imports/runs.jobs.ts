import path from "node:path";
import { Readable } from "node:stream";
import { isAtWork, type ImportFileKind, type ImportRow } from "@tonneline/contract/imports";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, isCollision, type Db, type Tx } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { UnusableFile, type CsvFile } from "./csv.ts";
import {
  importRegistryFiles,
  type ImportListener,
  type ImportResult,
  type TakenRow,
} from "./import.service.ts";
import { importWork, nameOf } from "./runs.service.ts";
import { projectNames } from "./staging.sql.ts";
import * as store from "./runs.sql.ts";

const reportEveryMs = 500;
const pollEveryMs = 500;
const batchRows = 2000;

const sentences = {
  failed: "The server could not finish. Nothing was changed: please try again.",
  collided:
    "Others changed the same projects at the same time. Nothing was changed: please try again.",
  broken: "The server stopped before it was done. Nothing was changed: check the files again.",
};

// Foreign key (23503) or unique index (23505) violated: a row that the import found was deleted, or
// one that it was to insert now exists.
const conflictCodes = new Set(["23503", "23505"]);
const isConflict = (error: unknown) =>
  isCollision(error) || conflictCodes.has((error as { code?: string }).code ?? "");

/** The run was stopped, or its version changed. */
class Stopped extends Error {}
/** The server is shutting down. */
class Broken extends Error {}

/** Checks or imports the files of a run, depending on its status, and stores the report of each row. */
export function importJobs(db: Db, files: FileStore): JobHandlers {
  return jobHandler(importWork, async ({ importId, version, actor }, { stop }) => {
    const run = await store.runById(db, importId);
    // The run has ended or was stopped: the job was retried after a server died.
    if (!run || !isAtWork(run.status) || run.version !== version) return;
    const fail = (failure: string) =>
      store.updateRun(db, importId, { status: "FAILED", progress: null, failure }, { version });
    // The server that began is gone, and its transaction with it. The work is not retried
    // automatically: nobody may be waiting for it any more, and it may be what brought the server down.
    if (!(await store.beginRun(db, importId, version))) return void (await fail(sentences.broken));
    try {
      await runWithRetries(db, files, run, actor, stop);
    } catch (error) {
      if (error instanceof Stopped) return;
      if (error instanceof UnusableFile) return void (await fail(error.message));
      if (error instanceof Broken) return void (await fail(sentences.broken));
      await fail(isConflict(error) ? sentences.collided : sentences.failed);
      throw error;
    }
  });
}

/** Does the work while polling whether it was stopped; makes up to three attempts if other transactions are in the way. */
async function runWithRetries(
  db: Db,
  files: FileStore,
  run: store.RunRow,
  actor: Actor,
  stop: AbortSignal | undefined,
) {
  const stopped = new AbortController();
  const timer = setInterval(() => {
    store.isAtVersion(db, run.id, run.version).then(
      (still) => still || stopped.abort(new Stopped()),
      () => undefined,
    );
  }, pollEveryMs);
  const serverStops = () => stopped.abort(new Broken());
  stop?.addEventListener("abort", serverStops);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(db, files, run, actor, stopped.signal);
      } catch (error) {
        if (attempt >= 3 || !isConflict(error)) throw error;
      }
    }
  } finally {
    clearInterval(timer);
    stop?.removeEventListener("abort", serverStops);
  }
}

async function work(
  db: Db,
  files: FileStore,
  run: store.RunRow,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const dryRun = run.status === "CHECKING";
  const notes = createNotes();
  const progress = createProgress(db, run);
  const listener = { ...notes.listener, progress: progress.report };
  const fileName = run.projects?.name ?? run.vintages?.name ?? "";
  await importRegistryFiles(
    db,
    { projects: fileOf(files, run, "projects"), vintages: fileOf(files, run, "vintages") },
    {
      dryRun,
      source: path.basename(fileName, path.extname(fileName)),
      asOf: await today(db),
      ...(actor.userId !== null && { actorId: actor.userId }),
      signal,
      async atEnd(tx, result, rows) {
        await progress.done();
        await nameNameless(tx, notes.refused.values());
        const end = (own: Tx) => finish(own, run, actor, result, notes, rows);
        // A check rolls back everything but its report, which is therefore stored in a transaction of its own.
        await (dryRun ? inTransaction(db, end) : end(tx));
      },
    },
    listener,
  );
}

/** Stores the report and the outcome of the run; throws Stopped if the run has changed meanwhile. */
async function finish(
  tx: Tx,
  run: store.RunRow,
  actor: Actor,
  { projects, vintages }: ImportResult,
  notes: Notes,
  rows: AsyncIterable<TakenRow>,
): Promise<void> {
  const counts = { projects, vintages, notices: notes.noticed.size };
  const change =
    run.status === "CHECKING"
      ? ({ status: "CHECKED", checked: counts, progress: null } as const)
      : ({
          status: "IMPORTED",
          imported: counts,
          progress: null,
        } as const);
  if (!(await store.updateRun(tx, run.id, change, { version: run.version }))) throw new Stopped();
  await replaceReport(tx, run.id, notes, rows);
  if (run.status === "CHECKING") return;
  await recordAudit(tx, actor, {
    action: "import.apply",
    thing: { type: "import", id: run.id, name: nameOf(run) },
    after: { projects, vintages },
  });
}

function fileOf(files: FileStore, run: store.RunRow, kind: ImportFileKind): CsvFile | undefined {
  const file = run[kind];
  const facts = run[`${kind}Facts`];
  if (!file || !facts) return undefined;
  return {
    name: file.name,
    separator: facts.separator,
    sources: run.mapping[kind] ?? {},
    open: () => Readable.from(bytesOf(files, file.storageKey)),
  };
}

async function* bytesOf(files: FileStore, storageKey: string) {
  yield* await files.read(storageKey);
}

/** Records an import's progress outside its transaction, no more often than clients poll it. */
function createProgress(db: Db, { id, version }: store.RunRow) {
  let reportedAt = 0;
  let step = "";
  let last: Promise<unknown> = Promise.resolve();
  const report: ImportListener["progress"] = (current, rows) => {
    if (current === step && Date.now() - reportedAt < reportEveryMs) return;
    step = current;
    reportedAt = Date.now();
    last = last
      .then(() => store.setProgress(db, id, version, { step: current, rows }))
      .catch(() => undefined);
  };
  return { report, done: () => last };
}

type Notes = ReturnType<typeof createNotes>;
type RefusedRow = ImportRow & { externalId: string };

/**
 * Fills in missing project names: vintage rows have none, and a refused row may lack one that other
 * rows or the catalogue have.
 */
async function nameNameless(tx: Tx, rows: Iterable<RefusedRow>): Promise<void> {
  const nameless = [...rows].filter(({ name, externalId }) => name === "" && externalId !== "");
  const externalIds = [...new Set(nameless.map(({ externalId }) => externalId))];
  const names = await projectNames(tx, externalIds);
  for (const row of nameless) row.name = names.get(row.externalId) ?? "";
}

/** Collects refusals and notices by row. */
function createNotes() {
  const refused = new Map<string, RefusedRow>();
  const noticed = new Map<string, ImportRow["notes"]>();
  const listener: Omit<ImportListener, "progress"> = {
    refused({ of: file, line, key, externalId, name, column, reason }) {
      const rowKey = `${file} ${line}`;
      const row = refused.get(rowKey) ?? {
        file,
        line,
        key,
        externalId,
        name,
        state: "REFUSED",
        notes: [],
      };
      row.notes.push({ column, reason });
      refused.set(rowKey, row);
    },
    noticed({ of, line, column, reason }) {
      const rowKey = `${of} ${line}`;
      noticed.set(rowKey, [...(noticed.get(rowKey) ?? []), { column, reason }]);
    },
  };
  return { listener, refused, noticed };
}

/** Replaces an earlier report by one of all rows. */
async function replaceReport(
  tx: Tx,
  runId: number,
  { refused, noticed }: Notes,
  taken: AsyncIterable<TakenRow>,
): Promise<void> {
  await store.clearReport(tx, runId);
  let batch: ImportRow[] = [...refused.values()];
  for await (const row of taken) {
    batch.push({ ...row, notes: noticed.get(`${row.file} ${row.line}`) ?? [] });
    if (batch.length >= batchRows) await store.addToReport(tx, runId, batch.splice(0));
  }
  await store.addToReport(tx, runId, batch);
}
