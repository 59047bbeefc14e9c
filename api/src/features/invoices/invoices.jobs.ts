import { inTransaction, type Db } from "../../core/db.ts";
import type { FileStore } from "../../core/files.ts";
import { addJob, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { invoiceContent, titleOf } from "./invoices.content.ts";
import { invoiceMade, invoiceMake } from "./invoices.service.ts";
import { invoiceById, setInvoiceFiles, lockUnmade } from "./invoices.sql.ts";

/** Makes the files of an issued invoice, outside the transaction that issued it, and posts `invoiceMade` when they exist. */
export function invoiceJobs(db: Db, store: FileStore): JobHandlers {
  return jobHandler(invoiceMake, async ({ invoiceId }) => {
    const invoice = await invoiceById(db, invoiceId);
    if (!invoice || invoice.pdfFileId !== null) return;
    const content = invoiceContent.parse(invoice.content);
    const { makeInvoiceFiles } = await import("./invoice.files.ts");
    const { pdf, ubl } = await makeInvoiceFiles(content);
    await inTransaction(db, async (tx) => {
      // After a crash another worker may have been faster: its files are kept.
      if (!(await lockUnmade(tx, invoiceId))) return;
      const name = titleOf(content);
      const pdfFileId = await store.keep(tx, {
        name: `${name}.pdf`,
        mediaType: "application/pdf",
        bytes: pdf,
      });
      const ublFileId = await store.keep(tx, {
        name: `${name}.xml`,
        mediaType: "application/xml",
        bytes: ubl,
      });
      await setInvoiceFiles(tx, invoiceId, pdfFileId, ublFileId);
      await addJob(tx, invoiceMade, { invoiceId });
    });
  });
}
