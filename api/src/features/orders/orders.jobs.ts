import type { OrderStatus } from "@tonneline/contract/orders";
import { inTransaction, type Db } from "../../core/db.ts";
import {
  endJob,
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
import { holdBuyers, placedOrders } from "./orders.sql.ts";
import { openCents } from "./payments.rules.ts";
import { keptFor } from "./payments.sql.ts";

/** Orders wait for approval: their buyers have it in writing, and operators hear that there is something to do. */
const mailPlaced = (db: Db) =>
  batchHandler(db, orderConfirm, async (tx, payloads) => {
    const ids = payloads.map(({ orderId }) => orderId);
    await holdBuyers(tx, ids);
    await mailOrdersCreated(tx, await placedOrders(tx, ids), { andCommits: true });
  });

/** The file of an invoice or credit note is there: the order shows an invoice's, and the buyer gets either by mail. */
const mailInvoices = (db: Db) =>
  jobHandler(invoiceMade, async ({ invoiceId }, run) => {
    await inTransaction(db, async (tx) => {
      if (!(await endJob(tx, run))) return;
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
        keptCents: await keptFor(tx, locked.id),
      });
      const creditNote = { ...invoice, reason: reason ?? "", backCents, leftCents };
      // The one that cancels the invoice of a rejected order, and no earlier one.
      return order.status === "REJECTED" && order.credit_note_number === number
        ? mailOrderRejected(tx, order, { reason: order.rejection_reason ?? "", creditNote })
        : mailCreditNote(tx, order, creditNote);
    });
  });

/** The mails of orders that were placed, and of invoices and credit notes whose files are made. */
export function orderJobs(db: Db): JobHandlers {
  return mergeHandlers(mailPlaced(db), mailInvoices(db));
}
