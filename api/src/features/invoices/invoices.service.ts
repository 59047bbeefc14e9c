import type { Executor, Tx } from "../../core/db.ts";
import { addJob } from "../../core/jobs.ts";
import { documentNumber, type Series } from "./invoices.rules.ts";
import { insertInvoice, invoiceById, nextNumber } from "./invoices.sql.ts";

export interface NewInvoice {
  orderId: number;
  series: Series;
  /** ISO calendar date; its year names the series. */
  issuedOn: string;
  dueOn: string | null;
  /** Seller, buyer, lines and sums as they are now, given the number. */
  content: (number: string) => object;
}

/**
 * Issues an invoice or a credit note in the caller's transaction: the next number without a gap, the content kept as it
 * is today, and a job that makes its files and mails them. Call it last: the number's counter stays locked from here on.
 */
export async function issueInvoice(tx: Tx, invoice: NewInvoice): Promise<string> {
  const { orderId, series, issuedOn, dueOn } = invoice;
  const year = Number(issuedOn.slice(0, 4));
  const number = documentNumber(series, year, await nextNumber(tx, series, year));
  const content = invoice.content(number);
  const invoiceId = await insertInvoice(tx, { orderId, series, number, issuedOn, dueOn, content });
  await addJob(tx, "invoice.make", { invoiceId });
  return number;
}

export interface MadeInvoice {
  orderId: number;
  series: Series;
  number: string;
  /** ISO calendar date; null on a credit note. */
  dueOn: string | null;
  pdfFileId: number;
}

/** An invoice whose files are made; undefined before. */
export async function madeInvoice(
  executor: Executor,
  invoiceId: number,
): Promise<MadeInvoice | undefined> {
  const invoice = await invoiceById(executor, invoiceId);
  if (!invoice || invoice.pdfFileId === null) return undefined;
  const { orderId, number, dueOn, pdfFileId } = invoice;
  return { orderId, number, dueOn, pdfFileId, series: invoice.series as Series };
}
