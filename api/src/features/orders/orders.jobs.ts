import { inTransaction, type Db } from "../../core/db.ts";
import { takes, type JobHandlers } from "../../core/jobs.ts";
import { invoiceMade, madeInvoice } from "../invoices/invoices.service.ts";
import { lockOrder, noteInvoiceFile } from "./life.sql.ts";
import { mailInvoice, mailOrderRejected } from "./orders.mails.ts";

/** The invoice's file is there: the order shows it, and the buyer gets it by mail. */
export function orderJobs(db: Db): JobHandlers {
  return takes(invoiceMade, async ({ invoiceId }) => {
    await inTransaction(db, async (tx) => {
      const invoice = await madeInvoice(tx, invoiceId);
      const order = invoice && (await lockOrder(tx, invoice.orderId));
      if (!invoice || !order) return;
      if (!(await noteInvoiceFile(tx, order.id, invoice))) return;
      if (invoice.series === "INVOICE") return mailInvoice(tx, order, invoice);
      const reason = order.rejection_reason ?? "";
      await mailOrderRejected(tx, order, { reason, creditNote: invoice });
    });
  });
}
