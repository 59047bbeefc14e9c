import { today } from "../../core/days.sql.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { documentsZip, issuedFiles } from "../invoices/archive.service.ts";
import { companyNamed, movementsOf, openInvoices } from "./documents.sql.ts";
import {
  daysOfQuarter,
  statementOf,
  type Statement,
  type StatementRow,
} from "./statement.rules.ts";

/** Returns the statement of a company's account for a period, both days included. */
export async function statementFor(
  db: Db,
  companyId: number,
  period: { from: string; to: string },
): Promise<Statement> {
  return statementOf(await movementsOf(db, companyId), period);
}

/** Returns all movements of a company's account, latest first. NOT_FOUND without the company. */
export async function accountOf(db: Db, companyId: number): Promise<StatementRow[]> {
  if (!(await companyNamed(db, companyId))) return refuse("NOT_FOUND");
  const everything = { from: "0001-01-01", to: "9999-12-31" };
  return (await statementFor(db, companyId, everything)).rows.toReversed();
}

/** Returns a statement's facts apart from its movements. NOT_FOUND without the company. */
export async function statementFacts(db: Db, companyId: number) {
  const [company, madeOn, open] = await Promise.all([
    companyNamed(db, companyId),
    today(db),
    openInvoices(db, companyId),
  ]);
  return { ...(company ?? refuse("NOT_FOUND")), madeOn, openInvoices: open };
}

/**
 * Returns a company's documents of a quarter as PDF and XML. NOT_FOUND if there are none; UNAVAILABLE while one is still being
 * made.
 */
export async function quarterZip(
  db: Db,
  store: FileStore,
  companyId: number,
  quarter: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const documents = await issuedFiles(db, { ...daysOfQuarter(quarter), companyId });
  if (documents.length === 0) {
    const detail = "No invoice and no credit note was issued in this quarter.";
    return refuse("NOT_FOUND", { detail });
  }
  return documentsZip(store, documents, "this quarter's");
}
