import { inTransaction, type Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { madeInvoice } from "../invoices/invoices.service.ts";
import { lockOrder, noteInvoiceFile } from "./life.sql.ts";
import { mailInvoice } from "./orders.mails.ts";

/** The invoice's file is there: the order shows it, and the buyer gets it by mail. */
export function orderJobs(db: Db): JobHandlers {
  return {
    "invoice.made": async ({ invoiceId }: { invoiceId: number }) => {
      await inTransaction(db, async (tx) => {
        const invoice = await madeInvoice(tx, invoiceId);
        const order = invoice && (await lockOrder(tx, invoice.orderId));
        if (!invoice || !order) return;
        // The buyer sees the invoice; its credit note reaches him by mail.
        const isNew = await noteInvoiceFile(tx, order.id, invoice);
        if (isNew) await mailInvoice(tx, order, invoice);
      });
    },
  };
}
