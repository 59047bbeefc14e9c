import * as contract from "@tonneline/contract/imports";
import type {
  CatalogueImport,
  ImportFileKind,
  ImportRow,
  ImportRowState,
} from "@tonneline/contract/imports";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { checkedRows, csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/lists.ts";
import type { Serve } from "../../core/http/serve.ts";
import { savingParts } from "./import.service.ts";
import { bulkChangeSince } from "./bulk.service.ts";
import { isKnown } from "./runs.rules.ts";
import {
  applyRun,
  checkRun,
  createRun,
  mapRun,
  removeFile,
  removeRun,
  setFile,
  stopRun,
} from "./runs.service.ts";
import { imports, reportPage, reportStream, activeRun, runById, type RunRow } from "./runs.sql.ts";

const rowColumns: CsvColumns<ImportRow> = [
  ["File", (row) => row.file],
  ["Line", (row) => row.line],
  ["ID", (row) => row.key],
  ["Name", (row) => row.name],
  ["Status", (row) => row.state],
  [
    "Notes",
    (row) => row.notes.map(({ column, reason }) => `${column} ${reason}`.trim()).join("; "),
  ],
];

const counted =
  (state: "new" | "changed" | "unchanged" | "refused") =>
  ({ imported, checked }: RunRow) => {
    const counts = imported ?? checked;
    return counts && counts.projects[state] + counts.vintages[state];
  };

const columns: CsvColumns<RunRow> = [
  ["Import", (run) => run.id],
  ["Started (UTC)", (run) => run.createdAt.toISOString()],
  ["Started by", (run) => run.createdBy],
  ["Project file", (run) => run.projects?.name],
  ["Vintage file", (run) => run.vintages?.name],
  ["Status", (run) => run.status],
  ["New rows", counted("new")],
  ["Changed rows", counted("changed")],
  ["Unchanged rows", counted("unchanged")],
  ["Refused rows", counted("refused")],
];

/** Serves the operators' calls for file imports. */
export function importRoutes(serve: Serve, db: Db, files: FileStore): void {
  const read = async (runId: number) => {
    const run = (await runById(db, runId)) ?? refuse("NOT_FOUND");
    return runView(run, waits(run) ? await currentRun() : null);
  };

  const waits = ({ status, progress }: RunRow) => contract.isAtWork(status) && progress === null;
  async function currentRun(): Promise<CurrentRun> {
    const run = await activeRun(db);
    if (!run?.begunAt) return null;
    if (run.progress) {
      const checks = run.status === "CHECKING";
      return { id: run.id, by: run.askedBy, checks, since: run.begunAt.toISOString() };
    }
    // A bulk change that began later is the run's own transaction.
    const since = await bulkChangeSince(db);
    if (since === null || since > run.begunAt) return null;
    return { id: null, by: null, checks: false, since: since.toISOString() };
  }

  serve(
    contract.listImports,
    async ({ query }) => {
      const { content, ...page } = await imports.page(db, query, (run) => run);
      const first = content.some(waits) ? await currentRun() : null;
      return { ...page, content: content.map((run) => runView(run, waits(run) ? first : null)) };
    },
    ({ query }) => csvFile("imports", columns, imports.stream(db, query)),
  );
  serve(contract.getImport, ({ params }) => read(params.id));
  serve(contract.createImport, async ({ actor, once }) =>
    read(await once(db, (tx) => createRun(tx, actor))),
  );
  serve(contract.setImportFile, async ({ params, file }) => {
    await setFile(db, files, { runId: params.id, kind: params.kind }, file);
    return read(params.id);
  });
  serve(contract.removeImportFile, async ({ params }) => {
    await removeFile(db, files, { runId: params.id, kind: params.kind });
    return read(params.id);
  });
  serve(contract.setImportMapping, async ({ params, body }) => {
    await mapRun(db, params.id, body.version, body.mapping);
    return read(params.id);
  });
  serve(contract.checkImport, async ({ actor, params, body }) => {
    await checkRun(db, { id: params.id, actor, version: body.version });
    return read(params.id);
  });
  serve(contract.applyImport, async ({ actor, params, body }) => {
    await applyRun(db, { id: params.id, actor, version: body.version }, body.errors);
    return read(params.id);
  });
  serve(contract.stopImport, async ({ actor, params, body }) => {
    await stopRun(db, { id: params.id, actor, version: body.version });
    return read(params.id);
  });
  serve(contract.deleteImport, ({ actor, params }) => removeRun(db, files, actor, params.id));

  serve(
    contract.listImportRows,
    async ({ params, query }) => {
      await read(params.id);
      const { rows, counts: found } = await reportPage(db, params.id, query);
      const counts = { NEW: 0, CHANGED: 0, UNCHANGED: 0, REFUSED: 0 };
      for (const { state, count } of found) counts[state] = count;
      const wanted: readonly ImportRowState[] = query.state ?? contract.importRowStates;
      const total = wanted.reduce((sum, state) => sum + counts[state], 0);
      return { ...pageOf(rows, total, query), counts };
    },
    ({ params, query }) =>
      csvFile(
        `import-${params.id}`,
        rowColumns,
        checkedRows(() => read(params.id), reportStream(db, params.id, query)),
      ),
  );
}

type CurrentRun = CatalogueImport["waitsFor"];

function runView(run: RunRow, waitsFor: CurrentRun): CatalogueImport {
  const { progress } = run;
  return {
    id: run.id,
    status: run.status,
    createdAt: run.createdAt.toISOString(),
    createdBy: run.createdBy,
    files: { projects: fileView(run, "projects"), vintages: fileView(run, "vintages") },
    mapping: run.mapping,
    progress: progress && {
      ...progress,
      of: progress.step === "saving" ? savingParts : (run[`${progress.step}Facts`]?.rows ?? null),
    },
    // The run may have begun meanwhile.
    waitsFor: waitsFor?.id === run.id ? null : waitsFor,
    checked: run.checked,
    checkedAt: run.checkedAt?.toISOString() ?? null,
    imported: run.imported,
    importedAt: run.importedAt?.toISOString() ?? null,
    failure: run.failure,
    version: run.version,
  };
}

function fileView(run: RunRow, kind: ImportFileKind): CatalogueImport["files"][ImportFileKind] {
  const file = run[kind];
  const facts = run[`${kind}Facts`];
  if (!file || !facts) return null;
  const { columns: names, rows, sample, remembered = false } = facts;
  return {
    name: file.name,
    bytes: file.bytes,
    rows,
    columns: names,
    sample,
    known: isKnown(kind, names),
    remembered,
  };
}
