import type { BooksOfMonth } from "@tonneline/contract/bookkeeping";
import { vatCategories } from "@tonneline/contract/vat";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { euros } from "../../core/money.ts";
import { documentsZip, issuedFiles } from "../invoices/archive.service.ts";
import { daysOfMonth, ecSalesOf, totalsOf, type Totals } from "./books.rules.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import { documentsOfMonth, currentTimestamp } from "./bookkeeping.sql.ts";
import { datevFile, missingDebtorReason, tooManyPostingsReason } from "./datev.rules.ts";

function sumsView({ count, netCents, vatCents, grossCents }: Totals) {
  return {
    count,
    net: euros(netCents),
    vatAmount: euros(vatCents),
    gross: euros(grossCents),
  };
}

/** Returns the totals invoiced and credited in a month. */
export async function booksOf(db: Db, month: string): Promise<BooksOfMonth> {
  const documents = await documentsOfMonth(db, month);
  const files = await filesOf(db, month);
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

/** Returns the postings of a month in DATEV format. INVALID_TRANSITION for too many, or if a company has no account there. */
export async function postingsOf(
  db: Db,
  month: string,
  numbers: Settings["bookkeeping"],
): Promise<string> {
  const documents = await documentsOfMonth(db, month);
  const fault = tooManyPostingsReason(documents, month) ?? missingDebtorReason(documents, numbers);
  if (fault !== undefined) return refuse("INVALID_TRANSITION", { detail: fault });
  return datevFile(month, documents, numbers, await currentTimestamp(db));
}

/** Returns every document of a month as PDF and XML. UNAVAILABLE while one of them is still being made. */
export async function invoicesZip(
  db: Db,
  store: FileStore,
  month: string,
): Promise<AsyncGenerator<Uint8Array>> {
  return documentsZip(store, await filesOf(db, month), "this month's");
}

function filesOf(db: Db, month: string) {
  const { first, last } = daysOfMonth(month);
  return issuedFiles(db, { from: first, to: last });
}
