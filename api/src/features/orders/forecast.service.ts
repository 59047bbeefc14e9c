import type { OrderForecast } from "@tonneline/contract/orderDecisions";
import { isPossible } from "@tonneline/contract/decisions";
import { orderDecisions } from "@tonneline/contract/orders";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { daysAfter } from "../../core/days.ts";
import { refuse } from "../../core/errors.ts";
import { euros } from "../../core/money.ts";
import { eInvoiceOf, nextNumberOf } from "../invoices/invoices.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailed } from "./buyers.service.ts";
import { itemsOf } from "./corrections.sql.ts";
import { invoiceContent, openLines } from "./invoiceContent.ts";
import { owedCents, readOrder } from "./life.sql.ts";
import { netReceivedFor } from "./payments.sql.ts";

const { approve, pay, reject } = orderDecisions;

/** Returns what each decision on an order would do if taken now. NOT_FOUND. */
export async function forecastOf(
  db: Db,
  settings: SettingsService,
  orderId: number,
): Promise<OrderForecast> {
  const { seller, payment } = await settings.current();
  return await inTransaction(db, async (tx) => {
    const order = (await readOrder(tx, orderId)) ?? refuse("NOT_FOUND");
    const issuedOn = await today(tx);
    const { status, invoice_number: invoiceNumber } = order;
    const tonnes = order.total_credits - order.returned_credits;
    const open = owedCents(order) - (await netReceivedFor(tx, orderId));
    const dueOn = daysAfter(issuedOn, payment.days);
    const lines = openLines(await itemsOf(tx, orderId));
    const document = { kind: "INVOICE", issuedOn, dueOn } as const;
    const content = invoiceContent(order, document, lines, { seller, payment });
    return {
      approve: isPossible(approve, status)
        ? {
            invoiceNumber: await nextNumberOf(tx, "INVOICE", issuedOn),
            mailedTo: (await mailed(tx, order)).addresses,
          }
        : null,
      pay: isPossible(pay, status) ? { amount: euros(Math.max(0, open)), tonnes } : null,
      reject: isPossible(reject, status)
        ? {
            tonnes,
            creditNoteNumber: invoiceNumber && (await nextNumberOf(tx, "CREDIT_NOTE", issuedOn)),
          }
        : null,
      eInvoice: await eInvoiceOf(tx, orderId, content),
    };
  });
}
