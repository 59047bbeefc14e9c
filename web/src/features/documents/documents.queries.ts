import {
  getQuarterlyDocuments,
  getAccountStatement,
  listDocuments,
} from "@tonneline/contract/documents";
import { download } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";

/** Invoices and credit notes of the company, filtered by the search parameters. */
export const documents = listOf(listDocuments, {
  key: ["documents"],
  file: "documents",
  sort: "issuedOn",
  descending: true,
  // Files of documents just issued follow within seconds.
  refreshEveryMs: 10_000,
  tabs: ["OVERDUE", "OPEN", "PAID", "CANCELLED", "CREDIT_NOTE", "all"],
  open: ["OVERDUE", "OPEN"],
});

/** Downloads the account statement of a period, both days included. */
export function downloadStatement(
  query: { from: string; to: string },
  format: "pdf" | "csv",
): Promise<void> {
  const name = `statement-${query.from}-${query.to}.${format}`;
  return download(getAccountStatement, { query: { ...query, format } }, name);
}

/** Downloads all documents of a quarter such as "2026-Q1". */
export function downloadQuarter(quarter: string): Promise<void> {
  return download(getQuarterlyDocuments, { query: { quarter } }, `documents-${quarter}.zip`);
}
