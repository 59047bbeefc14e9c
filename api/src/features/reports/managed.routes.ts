import * as contract from "@tonneline/contract/managedReports";
import type { ManagedReport } from "@tonneline/contract/managedReports";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { fileAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import { usesView } from "../../core/uses.ts";
import { saveReport, makeReport, putReportFile, removeReport } from "./managed.service.ts";
import { managedReportRow, managedReports, usesOf, type ManagedReportRow } from "./managed.sql.ts";

function view({
  priceCents,
  fileId: _,
  fileName,
  fileBytes,
  ...row
}: ManagedReportRow): ManagedReport {
  const file =
    fileName === null || fileBytes === null ? null : { name: fileName, bytes: fileBytes };
  return { ...row, price: euros(priceCents), currency: "EUR", file };
}

const columns: CsvColumns<ManagedReportRow> = [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ["Price (EUR)", (row) => euros(row.priceCents)],
  ["Pages", (row) => row.pages],
  ["Published", (row) => row.publishedAt],
  ["Hidden", (row) => row.hidden],
  ["File", (row) => row.fileName],
  ["Sold", (row) => row.sold],
  ["Projects", (row) => row.projects.map(({ name }) => name).join("; ")],
];

/** Serves the operators' calls for due-diligence reports. */
export function managedReportRoutes(serve: Serve, db: Db, files: FileStore): void {
  const row = async (id: number) => (await managedReportRow(db, id)) ?? refuse("NOT_FOUND");
  const read = async (id: number) => view(await row(id));

  serve(
    contract.listManagedReports,
    ({ query }) => managedReports.page(db, query, view),
    ({ query }) => csvFile("reports", columns, managedReports.stream(db, query)),
  );
  serve(contract.getManagedReport, ({ params }) => read(params.id));
  serve(contract.createReport, async ({ actor, body, once }) =>
    read(await once(db, (tx) => makeReport(tx, actor, body))),
  );
  serve(contract.updateReport, async ({ actor, params, body }) => {
    await saveReport(db, actor, params.id, body);
    return read(params.id);
  });
  serve(contract.getReportUses, async ({ params }) => {
    await row(params.id);
    return usesView(await usesOf(db, params.id));
  });
  serve(contract.deleteReport, ({ actor, params }) => removeReport(db, files, actor, params.id));
  serve(contract.putReportFile, async ({ actor, params, query, file }) => {
    await putReportFile(db, files, actor, { id: params.id, ...query }, file);
    return read(params.id);
  });
  serve(contract.getReportFile, async ({ params }) =>
    fileAnswer(db, files, (await row(params.id)).fileId),
  );
}
