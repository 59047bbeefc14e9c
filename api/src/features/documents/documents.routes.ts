import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/documents";
import type { ParsedOf } from "@tonneline/contract/endpoint";
import { recordExport } from "../../core/audit.ts";
import { today } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile } from "../../core/http/csv.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import { ownerFilter, type Serve } from "../../core/http/serve.ts";
import { pageWithin } from "../../core/lists.ts";
import { euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { documentColumns, statementColumns, statementLines } from "./documents.csv.ts";
import { accountOf, quarterZip, statementFacts, statementFor } from "./documents.service.ts";
import { balanceOf, documentsOf } from "./documents.sql.ts";
import { documentView, movementView } from "./documents.view.ts";

/** Registers the endpoints for a company's accountant. */
export function documentRoutes(
  serve: Serve,
  db: Db,
  store: FileStore,
  settings: SettingsService,
): void {
  serve(
    contract.listDocuments,
    async ({ caller, query }) => {
      const documents = documentsOf(ownerFilter(caller, query));
      const [{ sums: _, ...page }, { asOf, open, overdue, toRefund }] = await Promise.all([
        documents.page(db, query, documentView),
        balanceOf(db, caller.companyId),
      ]);
      const balance = {
        open: euros(open),
        overdue: euros(overdue),
        toRefund: euros(toRefund),
        asOf,
      };
      return { ...page, balance };
    },
    ({ caller, query }) =>
      csvFile(
        "documents",
        documentColumns,
        documentsOf(ownerFilter(caller, query)).stream(db, query),
      ),
  );

  serve(contract.getAccountStatement, ({ caller: { companyId }, query }) =>
    statementFile(companyId, query),
  );

  serve(contract.getCompanyStatement, async ({ actor, params, query }) => {
    const now = await today(db);
    const { from = `${Number(now.slice(0, 4)) - 1}-01-01`, to = now, format } = query;
    const statement = await statementFile(params.id, { from, to, format });
    const path = contract.getCompanyStatement.path.replace(":id", String(params.id));
    await recordExport(db, actor, path, { from, to, format });
    return statement;
  });

  serve(contract.getCompanyAccount, async ({ params, query }) =>
    pageWithin((await accountOf(db, params.id)).map(movementView), query),
  );

  async function statementFile(
    companyId: number,
    { format, from, to }: ParsedOf<typeof contract.getAccountStatement>["query"],
  ) {
    const facts = await statementFacts(db, companyId);
    // Capped at today: nobody knows what will be due on a future day.
    const { madeOn } = facts;
    const known = { from, to: from <= madeOn && madeOn < to ? madeOn : to };
    const statement = await statementFor(db, companyId, known);
    const name = `statement-${from}-${to}`;
    if (format === "csv") return csvFile(name, statementColumns, statementLines(statement));
    const { seller } = await settings.current();
    const { statementPdf } = await import("./statement.pdf.ts");
    const pdf = await statementPdf(statement, { ...facts, seller });
    return bytesAnswer(pdf, `${name}.pdf`, "application/pdf");
  }

  serve(contract.getQuarterlyDocuments, async ({ caller, query: { quarter } }) => ({
    stream: Readable.from(await quarterZip(db, store, caller.companyId, quarter), {
      objectMode: false,
    }),
    name: `documents-${quarter}.zip`,
    mediaType: "application/zip",
  }));
}
