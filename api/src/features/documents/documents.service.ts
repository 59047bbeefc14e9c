import { today } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { zipped } from "../../core/zip.ts";
import { companyNamed, filesOf, movementsOf, openInvoices } from "./documents.sql.ts";
import {
  daysOfQuarter,
  statementOf,
  type Statement,
  type StatementRow,
} from "./statement.rules.ts";

/** The statement of a company's account for a period, both days included. */
export async function statementFor(
  db: Db,
  companyId: number,
  period: { from: string; to: string },
): Promise<Statement> {
  return statementOf(await movementsOf(db, companyId), period);
}

/** All that ever changed a company's account, the latest first. NOT_FOUND without the company. */
export async function accountOf(db: Db, companyId: number): Promise<StatementRow[]> {
  if (!(await companyNamed(db, companyId))) return refuse("NOT_FOUND");
  const everything = { from: "0001-01-01", to: "9999-12-31" };
  return (await statementFor(db, companyId, everything)).rows.toReversed();
}

/** What a statement says beside its movements. NOT_FOUND without the company. */
export async function statementFacts(db: Db, companyId: number) {
  const [company, madeOn, open] = await Promise.all([
    companyNamed(db, companyId),
    today(db),
    openInvoices(db, companyId),
  ]);
  return { ...(company ?? refuse("NOT_FOUND")), madeOn, openInvoices: open };
}

/**
 * A company's documents of a quarter as PDF and XML, read from the store one after the other as the zip is read. NOT_FOUND
 * where there is none; UNAVAILABLE while one is still being made: an archive with a gap would be taken for whole.
 */
export async function quarterZip(
  db: Db,
  store: FileStore,
  companyId: number,
  quarter: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const rows = await filesOf(db, companyId, daysOfQuarter(quarter));
  if (rows.length === 0) {
    const detail = "No invoice and no credit note was issued in this quarter.";
    return refuse("NOT_FOUND", { detail });
  }
  const missing = rows.filter(({ pdfKey, ublKey }) => pdfKey === null || ublKey === null);
  if (missing.length > 0) {
    const detail = `The files of ${missing.length} of this quarter's documents are still being made. Please try again in a moment.`;
    return refuse("UNAVAILABLE", { detail });
  }
  return zipped(
    rows.flatMap(({ pdfName, pdfKey, ublName, ublKey }) => [
      { name: pdfName!, read: () => store.read(pdfKey!) },
      { name: ublName!, read: () => store.read(ublKey!) },
    ]),
  );
}
