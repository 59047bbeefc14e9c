import type { EInvoiceState } from "@tonneline/contract/eInvoices";
import { z } from "zod";
import type { Executor, Tx } from "../../core/db.ts";
import { addJob, job } from "../../core/jobs.ts";
import { refuse } from "../../core/errors.ts";
import { invoiceContent } from "./invoices.content.ts";
import {
  insertNumbered,
  invoiceById,
  nextInvoiceId,
  nextNumber,
  presentContent,
  wishesOf,
  type Series,
} from "./invoices.sql.ts";
import { missingFor, routed } from "./profiles.rules.ts";

const ofInvoice = z.object({ invoiceId: z.int() });
/** Makes the files of an invoice. */
export const invoiceMake = job("invoice.make", ofInvoice);
/** They are made. */
export const invoiceMade = job("invoice.made", ofInvoice);

export interface NewInvoice {
  orderId: number;
  series: Series;
  /** ISO calendar date; its year names the series. */
  issuedOn: string;
  dueOn: string | null;
  /** Seller, buyer, lines and sums as they are now, without the number. */
  content: object;
  /** The invoice that a credit note credits, or that a corrected one stands for, and why. */
  corrects?: { invoiceId: number; reason: string };
}

/**
 * Refuses with VALIDATION_FAILED what no invoice can be made of, in a sentence for whoever looks after the settings. To be
 * called before a number is drawn: an issued invoice without files can never be mended.
 */
export function requireComplete(content: { seller: { countryCode: string } }): void {
  const parsed = invoiceContent.safeParse({ ...content, number: "not drawn yet" });
  if (parsed.success) return;
  const { path, message } = parsed.error.issues[0]!;
  const place = path.join(".");
  const country = content.seller.countryCode;
  const detail =
    place === "vatPercent"
      ? `The order was placed while the settings had no VAT rate for the seller's country (${country}): add the rate, then reject the order, so that it can be placed again.`
      : `An invoice cannot be made of this, so no number is drawn: ${place}: ${message}. Please complete the settings of seller and payment.`;
  refuse("VALIDATION_FAILED", { detail });
}

/** What was asked of an invoice's XML, and what is missing for it: of the invoice that holds, else of one with this content. */
export async function eInvoiceOf(
  executor: Executor,
  orderId: number,
  content: object,
): Promise<EInvoiceState> {
  const issued = await presentContent(executor, orderId);
  const wanted = issued ?? (await routedOf(executor, orderId, content));
  const known = invoiceContent.safeParse({ number: "not drawn yet", ...(wanted as object) });
  // What no invoice can be made of is refused by the approval, in its own words.
  if (!known.success) return { profile: "EN16931", missing: [] };
  return { profile: known.data.profile ?? "EN16931", missing: missingFor(known.data) };
}

/** A content with what its company wants of the XML. */
async function routedOf(executor: Executor, orderId: number, given: object) {
  return routed(given, await wishesOf(executor, orderId));
}

/**
 * Issues an invoice or a credit note in the caller's transaction: the next number without a gap, the content kept as it
 * is today with what its company wants of the XML, and a job that makes its files and mails them. Call it last: the number's counter stays locked from here on.
 */
export async function issueInvoice(
  tx: Tx,
  invoice: NewInvoice,
): Promise<{ id: number; number: string }> {
  const routed = await routedOf(tx, invoice.orderId, invoice.content);
  const invoiceId = await nextInvoiceId(tx);
  await addJob(tx, invoiceMake, { invoiceId });
  const numbered = { ...invoice, content: routed, id: invoiceId };
  return { id: invoiceId, number: await insertNumbered(tx, numbered) };
}

/** The number that the next invoice or credit note of a day would have: a forecast, since the issue itself draws it. */
export const nextNumberOf = (executor: Executor, series: Series, issuedOn: string) =>
  nextNumber(executor, series, Number(issuedOn.slice(0, 4)));

export interface MadeInvoice {
  orderId: number;
  series: Series;
  number: string;
  /** ISO calendar date; null on a credit note. */
  dueOn: string | null;
  pdfFileId: number;
  /** Why it credits or stands for another one; null when it does neither. */
  reason: string | null;
  grossCents: number;
  /** A credit note of an invoice that is issued again. */
  replaced: boolean;
}

/** An invoice whose files are made; undefined before. */
export async function madeInvoice(
  executor: Executor,
  invoiceId: number,
): Promise<MadeInvoice | undefined> {
  const invoice = await invoiceById(executor, invoiceId);
  if (!invoice || invoice.pdfFileId === null) return undefined;
  const { orderId, number, dueOn, pdfFileId, reason } = invoice;
  const series = invoice.series as Series;
  const { grossCents, replaced = false } = invoiceContent.parse(invoice.content);
  return { orderId, number, dueOn, pdfFileId, series, reason, grossCents, replaced };
}
