import { facturX, invoiceUbl } from "./invoice.xml.ts";
import { invoicePage } from "./invoice.pdf.ts";
import { invoiceContent, type InvoiceContent } from "./invoices.content.ts";

export interface InvoiceFiles {
  /** Factur-X 1.0, profile EN 16931: a PDF/A-3b with the CII embedded as `factur-x.xml`. */
  pdf: Buffer;
  /** UBL 2.1 Invoice or CreditNote, UTF-8. */
  ubl: Buffer;
}

/**
 * Makes the files of an invoice or credit note; throws a ZodError if the content is incomplete or a sum does not follow from
 * its lines. Takes tens of milliseconds and more: call it in a job, not with a row locked that others wait for.
 */
export async function makeInvoiceFiles(content: InvoiceContent): Promise<InvoiceFiles> {
  const checked = invoiceContent.parse(content);
  const pdf = await facturX(checked, await invoicePage(checked));
  return { pdf, ubl: await invoiceUbl(checked) };
}
