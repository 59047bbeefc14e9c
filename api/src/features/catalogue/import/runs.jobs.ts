import path from "node:path";
import { Readable } from "node:stream";
import type { ImportCounts, ImportFileKind, ImportRow } from "@tonneline/contract/catalogueImports";
import { noteAudit, type Actor } from "../../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../../core/db.ts";
import type { FileStore } from "../../../core/files.ts";
import type { JobHandlers } from "../../../core/jobs.ts";
import { UnusableFile, type CsvFile } from "./csv.ts";
import {
  importRegistryFiles,
  type ImportListener,
  type ImportResult,
  type TakenRow,
} from "./import.service.ts";
import { nameOf } from "./runs.service.ts";
import { projectNames } from "./staging.sql.ts";
import * as store from "./runs.sql.ts";

const tellEveryMs = 500;
const batchRows = 2000;

/** Checks or imports the files of a run, as its status says, and keeps the report of each row. */
export function importJobs(db: Db, files: FileStore): JobHandlers {
  return {
    "catalogue.import": async ({ importId, actor }: { importId: number; actor: Actor }) => {
      const run = await store.runById(db, importId);
      // It has ended: the job was posted again after a server that broke off.
      if (run?.status !== "CHECKING" && run?.status !== "IMPORTING") return;
      try {
        await work(run, actor);
      } catch (error) {
        const failure =
          error instanceof UnusableFile
            ? error.message
            : "The server could not finish. Nothing was changed: please try again.";
        await store.updateRun(db, importId, { status: "FAILED", progress: null, failure });
        if (!(error instanceof UnusableFile)) throw error;
      }
    },
  };

  async function work(run: store.RunRow, actor: Actor): Promise<void> {
    const dryRun = run.status === "CHECKING";
    const notes = createNotes();
    const progress = createProgress(run.id);
    const listener = { ...notes.listener, progress: progress.tell };
    const told = run.projects?.name ?? run.vintages?.name ?? "";
    await importRegistryFiles(
      db,
      { projects: fileOf(run, "projects"), vintages: fileOf(run, "vintages") },
      {
        dryRun,
        source: path.basename(told, path.extname(told)),
        asOf: new Date().toISOString().slice(0, 10),
        ...(actor.userId !== null && { actorId: actor.userId }),
        async atEnd(tx, result, rows) {
          const keep = (own: Tx) => keepReport(own, run.id, notes, rows);
          await progress.done();
          await nameNameless(tx, notes.refused.values());
          // The check takes all back but its report, which is therefore kept by a transaction of its own.
          const counts = countsOf(result, dryRun ? await inTransaction(db, keep) : await keep(tx));
          if (dryRun) {
            await store.updateRun(db, run.id, {
              status: "CHECKED",
              checked: counts,
              progress: null,
            });
          } else await finish(tx, run, actor, counts);
        },
      },
      listener,
    );
  }

  async function finish(tx: Tx, run: store.RunRow, actor: Actor, counts: ImportCounts) {
    await store.updateRun(tx, run.id, {
      status: "IMPORTED",
      imported: { counts, by: actor.userId! },
      progress: null,
    });
    await noteAudit(tx, actor, {
      action: "import.apply",
      thing: { type: "import", id: run.id, name: nameOf(run) },
      after: { projects: counts.projects, vintages: counts.vintages },
    });
  }

  function fileOf(run: store.RunRow, kind: ImportFileKind): CsvFile | undefined {
    const file = run[kind];
    const facts = run[`${kind}Facts`];
    if (!file || !facts) return undefined;
    return {
      name: file.name,
      separator: facts.separator,
      sources: run.mapping[kind] ?? {},
      open: () => Readable.from(bytesOf(file.storageKey)),
    };
  }

  async function* bytesOf(storageKey: string) {
    yield* await files.read(storageKey);
  }

  /** Tells how far an import is, beside its transaction and not more often than anybody looks. */
  function createProgress(runId: number) {
    let toldAt = 0;
    let step = "";
    let last: Promise<unknown> = Promise.resolve();
    const tell: ImportListener["progress"] = (current, rows) => {
      if (current === step && Date.now() - toldAt < tellEveryMs) return;
      step = current;
      toldAt = Date.now();
      last = last
        .then(() => store.setProgress(db, runId, { step: current, rows }))
        .catch(() => undefined);
    };
    return { tell, done: () => last };
  }
}

type RefusedRow = ImportRow & { externalId: string };

/** A vintage does not name its project, and a row without a name is refused: others may know it. */
async function nameNameless(tx: Tx, rows: Iterable<RefusedRow>): Promise<void> {
  const nameless = [...rows].filter(({ name, externalId }) => name === "" && externalId !== "");
  const externalIds = [...new Set(nameless.map(({ externalId }) => externalId))];
  const names = await projectNames(tx, externalIds);
  for (const row of nameless) row.name = names.get(row.externalId) ?? "";
}

/** What is said of rows, collected by row. */
function createNotes() {
  const refused = new Map<string, RefusedRow>();
  const noticed = new Map<string, ImportRow["notes"]>();
  const listener: Omit<ImportListener, "progress"> = {
    refused({ of: file, line, key, externalId, name, column, reason }) {
      const place = `${file} ${line}`;
      const row = refused.get(place) ?? {
        file,
        line,
        key,
        externalId,
        name,
        state: "REFUSED",
        notes: [],
      };
      row.notes.push({ column, reason });
      refused.set(place, row);
    },
    noticed({ of, line, column, reason }) {
      const place = `${of} ${line}`;
      noticed.set(place, [...(noticed.get(place) ?? []), { column, reason }]);
    },
  };
  return { listener, refused, noticed };
}

/** Puts the report of all rows in the place of an earlier one, and answers how many have notices. */
async function keepReport(
  tx: Tx,
  runId: number,
  { refused, noticed }: ReturnType<typeof createNotes>,
  taken: AsyncIterable<TakenRow>,
): Promise<number> {
  await store.clearReport(tx, runId);
  let batch: ImportRow[] = [...refused.values()];
  for await (const row of taken) {
    batch.push({ ...row, notes: noticed.get(`${row.file} ${row.line}`) ?? [] });
    if (batch.length >= batchRows) await store.addToReport(tx, runId, batch.splice(0));
  }
  await store.addToReport(tx, runId, batch);
  return noticed.size;
}

function countsOf({ projects, vintages }: ImportResult, notices: number): ImportCounts {
  return { projects, vintages, notices };
}
