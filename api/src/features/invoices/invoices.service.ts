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
  currentInvoiceContent,
  xmlPreferencesOf,
  type Series,
} from "./invoices.sql.ts";
import { missingFor, withXmlPreferences } from "./profiles.rules.ts";

const ofInvoice = z.object({ invoiceId: z.int() });
/** Makes the files of an invoice. */
export const invoiceMake = job("invoice.make", ofInvoice);
/** The files of an invoice have been made. */
export const invoiceMade = job("invoice.made", ofInvoice);

export interface NewInvoice {
  orderId: number;
  series: Series;
  /** ISO calendar date; its year determines the series. */
  issuedOn: string;
  dueOn: string | null;
  /** Seller, buyer, lines and sums as of now, without the number. */
  content: object;
  /** The invoice that a credit note credits or a corrected invoice replaces, and why. */
  corrects?: { invoiceId: number; reason: string };
}

/**
 * Refuses with VALIDATION_FAILED what cannot become an invoice, with a message for those who maintain the settings. Call it
 * before a number is drawn: an issued invoice without files could never be fixed.
 */
export function requireComplete(content: { seller: { countryCode: string } }): void {
  const parsed = invoiceContent.safeParse({ ...content, number: "not drawn yet" });
  if (parsed.success) return;
  const { path, message } = parsed.error.issues[0]!;
  const field = path.join(".");
  const country = content.seller.countryCode;
  const detail =
    field === "vatPercent"
      ? `The order was placed while the settings had no VAT rate for the seller's country (${country}): add the rate, then reject the order, so that it can be placed again.`
      : `The invoice cannot be issued, and no number was used: ${field}: ${message}. Please complete the seller and payment settings.`;
  refuse("VALIDATION_FAILED", { detail });
}

/**
 * Returns the XML profile requested for an order's invoice and what is missing for it: of the current invoice, else of one with
 * this content.
 */
export async function eInvoiceOf(
  executor: Executor,
  orderId: number,
  content: object,
): Promise<EInvoiceState> {
  const issued = await currentInvoiceContent(executor, orderId);
  const wanted = issued ?? (await withPreferencesOf(executor, orderId, content));
  const known = invoiceContent.safeParse({ number: "not drawn yet", ...(wanted as object) });
  // The approval refuses what cannot become an invoice, with its own message.
  if (!known.success) return { profile: "EN16931", missing: [] };
  return { profile: known.data.profile ?? "EN16931", missing: missingFor(known.data) };
}

/** Adds the company's XML preferences to a content. */
async function withPreferencesOf(executor: Executor, orderId: number, given: object) {
  return withXmlPreferences(given, await xmlPreferencesOf(executor, orderId));
}

/**
 * Issues an invoice or credit note in the caller's transaction: draws the next number without a gap, freezes the content with
 * the company's XML preferences, and posts a job that makes its files and mails them. Call it last: the number's counter stays
 * locked from here on.
 */
export async function issueInvoice(
  tx: Tx,
  invoice: NewInvoice,
): Promise<{ id: number; number: string }> {
  const content = await withPreferencesOf(tx, invoice.orderId, invoice.content);
  const invoiceId = await nextInvoiceId(tx);
  await addJob(tx, invoiceMake, { invoiceId });
  const numbered = { ...invoice, content, id: invoiceId };
  return { id: invoiceId, number: await insertNumbered(tx, numbered) };
}

/** Returns the number that the next invoice or credit note of a day would get: a forecast, since only issuing draws it. */
export const nextNumberOf = (executor: Executor, series: Series, issuedOn: string) =>
  nextNumber(executor, series, Number(issuedOn.slice(0, 4)));

export interface MadeInvoice {
  orderId: number;
  series: Series;
  number: string;
  /** ISO calendar date; null on a credit note. */
  dueOn: string | null;
  pdfFileId: number;
  /** Why it credits or replaces another invoice; null if it does neither. */
  reason: string | null;
  grossCents: number;
  /** Whether it is a credit note whose invoice is reissued. */
  replaced: boolean;
}

/** Returns an invoice whose files are made; undefined until then. */
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
