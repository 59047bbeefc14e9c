import { Readable } from "node:stream";
import * as contract from "@tonneline/contract/bookkeeping";
import { xlsxType } from "@tonneline/contract/endpoint";
import iconv from "iconv-lite";
import { recordExport } from "../../core/audit.ts";
import type { Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { bytesAnswer } from "../../core/http/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { sheetXlsx, type Sheet } from "../../core/http/xlsx.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { tableCsv } from "./bookkeeping.csv.ts";
import { booksOf, invoicesZip, postingsOf } from "./bookkeeping.service.ts";
import { documentsOfMonth } from "./bookkeeping.sql.ts";
import { ecSalesSheet, journalOf } from "./tables.ts";

async function tableAnswer(sheet: Sheet, name: string, format: "csv" | "xlsx") {
  return format === "csv"
    ? bytesAnswer(tableCsv(sheet), `${name}.csv`, "text/csv; charset=utf-8")
    : bytesAnswer(await sheetXlsx(sheet), `${name}.xlsx`, xlsxType);
}

/** Registers the endpoints that export to accounting programs. */
export function bookRoutes(
  serve: Serve,
  db: Db,
  store: FileStore,
  settings: SettingsService,
): void {
  serve(contract.getMonthlyBooks, ({ query: { month } }) => booksOf(db, month));

  serve(contract.getDatevExport, async ({ actor, query: { month } }) => {
    const { bookkeeping } = await settings.current();
    const text = await postingsOf(db, month, bookkeeping);
    await recordExport(db, actor, contract.getDatevExport.path, { month });
    // The program reads Windows-1252; unsupported characters become question marks.
    const bytes = iconv.encode(text, "win1252");
    return bytesAnswer(bytes, `EXTF_Buchungsstapel_${month}.csv`, "text/csv; charset=windows-1252");
  });

  serve(contract.getInvoiceJournal, async ({ actor, query: { month, format } }) => {
    await recordExport(db, actor, contract.getInvoiceJournal.path, { month, format });
    const { bookkeeping } = await settings.current();
    const sheet = journalOf(await documentsOfMonth(db, month), bookkeeping);
    return tableAnswer(sheet, `journal-${month}`, format);
  });

  serve(contract.getEcSalesList, async ({ actor, query: { month, format } }) => {
    await recordExport(db, actor, contract.getEcSalesList.path, { month, format });
    const sheet = ecSalesSheet(await documentsOfMonth(db, month));
    return tableAnswer(sheet, `ec-sales-${month}`, format);
  });

  serve(contract.getMonthlyInvoices, async ({ actor, query: { month } }) => {
    await recordExport(db, actor, contract.getMonthlyInvoices.path, { month });
    return {
      stream: Readable.from(await invoicesZip(db, store, month), { objectMode: false }),
      name: `invoices-${month}.zip`,
      mediaType: "application/zip",
    };
  });
}
