import type { OrderStatus } from "@tonneline/contract/orders";
import { inTransaction, type Db } from "../../core/db.ts";
import {
  completeJob,
  mergeHandlers,
  jobHandler,
  batchHandler,
  type JobHandlers,
} from "../../core/jobs.ts";
import { invoiceMade, madeInvoice } from "../invoices/invoices.service.ts";
import { mailed } from "./buyers.service.ts";
import { toRefundFor } from "./corrections.sql.ts";
import { lockOrder, recordInvoiceFile, owedCents } from "./life.sql.ts";
import {
  mailCorrectedInvoice,
  mailCreditNote,
  mailInvoice,
  mailOrdersCreated,
  mailOrderRejected,
} from "./orders.mails.ts";
import { orderConfirm } from "./orders.service.ts";
import { lockBuyersShared, placedOrders } from "./orders.sql.ts";
import { openCents } from "./payments.rules.ts";
import { netReceivedFor } from "./payments.sql.ts";

/** Confirms new orders to their buyers, and mails the operators who may approve them. */
const mailPlaced = (db: Db) =>
  batchHandler(db, orderConfirm, async (tx, payloads) => {
    const ids = payloads.map(({ orderId }) => orderId);
    await lockBuyersShared(tx, ids);
    await mailOrdersCreated(tx, await placedOrders(tx, ids), { andCommits: true });
  });

/**
 * Once the file of an invoice or credit note is generated: links an invoice's file to its order, and mails either to the
 * buyers.
 */
const mailInvoices = (db: Db) =>
  jobHandler(invoiceMade, async ({ invoiceId }, run) => {
    await inTransaction(db, async (tx) => {
      if (!(await completeJob(tx, run))) return;
      const invoice = await madeInvoice(tx, invoiceId);
      const locked = invoice && (await lockOrder(tx, invoice.orderId));
      if (!invoice || !locked) return;
      const order = await mailed(tx, locked);
      const { reason, number } = invoice;
      if (invoice.series === "INVOICE") {
        await recordInvoiceFile(tx, order.id, invoice);
        return reason === null
          ? mailInvoice(tx, order, invoice)
          : mailCorrectedInvoice(tx, order, { ...invoice, reason });
      }
      const backCents = await toRefundFor(tx, locked);
      const leftCents = openCents({
        status: locked.status as OrderStatus,
        grossCents: owedCents(locked),
        netReceivedCents: await netReceivedFor(tx, locked.id),
      });
      const creditNote = { ...invoice, reason: reason ?? "", backCents, leftCents };
      // Only the credit note that cancels a rejected order's invoice, not an earlier one.
      return order.status === "REJECTED" && order.credit_note_number === number
        ? mailOrderRejected(tx, order, { reason: order.rejection_reason ?? "", creditNote })
        : mailCreditNote(tx, order, creditNote);
    });
  });

/** Mails for new orders, and for invoices and credit notes whose files have been generated. */
export function orderJobs(db: Db): JobHandlers {
  return mergeHandlers(mailPlaced(db), mailInvoices(db));
}
