import type { BooksOfMonth } from "@tonneline/contract/bookkeeping";
import { vatCategories } from "@tonneline/contract/vat";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { euros } from "../../core/money.ts";
import { zipped } from "../../core/zip.ts";
import { ecSalesOf, totalsOf, type Totals } from "./books.rules.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { documentsOfMonth, filesOfMonth } from "./bookkeeping.sql.ts";
import { datevFile, debtorFault } from "./datev.rules.ts";

function sumsView({ count, netCents, vatCents, grossCents }: Totals) {
  return {
    count,
    net: euros(netCents),
    vatAmount: euros(vatCents),
    gross: euros(grossCents),
  };
}

/** What was invoiced and credited in a month. */
export async function booksOf(db: Db, month: string): Promise<BooksOfMonth> {
  const documents = await documentsOfMonth(db, month);
  const files = await filesOfMonth(db, month);
  const of = (kind: string) => documents.filter((each) => each.kind === kind);
  const categories = vatCategories.flatMap((vatCategory) => {
    const some = documents.filter((each) => each.vatCategory === vatCategory);
    const { count, ...sums } = sumsView(totalsOf(some, true));
    return count > 0 ? [{ vatCategory, ...sums }] : [];
  });
  return {
    month,
    invoices: sumsView(totalsOf(of("INVOICE"))),
    creditNotes: sumsView(totalsOf(of("CREDIT_NOTE"))),
    categories,
    ecSales: ecSalesOf(documents).length,
    inTheMaking: files.filter(({ pdfKey }) => pdfKey === null).length,
  };
}

/** The postings of a month as DATEV reads them. INVALID_TRANSITION when a company has no account there. */
export async function postingsOf(
  db: Db,
  month: string,
  numbers: Settings["bookkeeping"],
): Promise<string> {
  const documents = await documentsOfMonth(db, month);
  const fault = debtorFault(documents, numbers);
  if (fault !== undefined) return refuse("INVALID_TRANSITION", { detail: fault });
  return datevFile(month, documents, numbers, new Date());
}

/**
 * Every document of a month as PDF and XML, read from the store one after the other as the zip is read. UNAVAILABLE while
 * one of them is still being made: an archive with a gap would be taken for whole.
 */
export async function invoicesZip(
  db: Db,
  store: FileStore,
  month: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const rows = await filesOfMonth(db, month);
  const missing = rows.filter(({ pdfKey, ublKey }) => pdfKey === null || ublKey === null);
  if (missing.length > 0) {
    const detail = `The files of ${missing.length} of this month's documents are still being made. Please try again in a moment.`;
    return refuse("UNAVAILABLE", { detail });
  }
  return zipped(
    rows.flatMap(({ pdfName, pdfKey, ublName, ublKey }) => [
      { name: pdfName!, read: () => store.read(pdfKey!) },
      { name: ublName!, read: () => store.read(ublKey!) },
    ]),
  );
}
