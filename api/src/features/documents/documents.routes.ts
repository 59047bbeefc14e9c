import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/documents";
import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile } from "../../core/http/csv.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { documentColumns, statementColumns, statementLines } from "./documents.csv.ts";
import { quarterZip, statementFacts, statementFor } from "./documents.service.ts";
import { balanceOf, documentsOf } from "./documents.sql.ts";
import { documentView } from "./documents.view.ts";
import { statementPdf } from "./statement.pdf.ts";

/** What a company's accountant books by. */
export function documentRoutes(
  serve: Serve,
  db: Db,
  store: FileStore,
  settings: SettingsService,
): void {
  serve(
    contract.listDocuments,
    async ({ caller: { companyId, userId }, query }) => {
      const documents = documentsOf(companyId, query.by && userId);
      const [{ sums: _, ...page }, { asOf, open, overdue, toRefund }] = await Promise.all([
        documents.page(db, query, documentView),
        balanceOf(db, companyId),
      ]);
      const balance = {
        open: euros(open),
        overdue: euros(overdue),
        toRefund: euros(toRefund),
        asOf,
      };
      return { ...page, balance };
    },
    ({ caller: { companyId, userId }, query }) => {
      const documents = documentsOf(companyId, query.by && userId);
      return csvFile("documents", documentColumns, documents.stream(db, query));
    },
  );

  serve(contract.getStatement, async ({ caller: { companyId }, query }) => {
    const { format, from, to } = query;
    const statement = await statementFor(db, companyId, { from, to });
    const name = `statement-${from}-${to}`;
    if (format === "csv") return csvFile(name, statementColumns, statementLines(statement));
    const { seller } = await settings.current();
    const facts = { ...(await statementFacts(db, companyId)), seller: seller.name };
    return bytesAnswer(await statementPdf(statement, facts), `${name}.pdf`, "application/pdf");
  });

  serve(contract.getDocumentsOfQuarter, async ({ caller, query: { quarter } }) => ({
    stream: Readable.from(await quarterZip(db, store, caller.companyId, quarter), {
      objectMode: false,
    }),
    name: `documents-${quarter}.zip`,
    mediaType: "application/zip",
  }));
}
