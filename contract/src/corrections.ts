import { z } from "zod";
import type { Decision } from "./decisions.ts";
import { endpoint, file } from "./endpoint.ts";
import { managedOrder, orderDetails, vatCheck, type OrderStatus } from "./orders.ts";
import {
  day,
  id,
  idParams,
  money,
  paymentAmount,
  someMoney,
  textInt,
  typedLines,
  typedText,
} from "./shapes.ts";

const reason = typedLines(3, 1000);
/** Of the order, as the caller has seen it: refused where a colleague has changed it since. */
const version = z.int().optional();
const tonnes = "Enter whole tonnes, above 0";
const sum = "Enter an amount above 0, with at most two decimals";

/** Where an invoice stands that can be credited or corrected; the order stays there. */
const invoiced: Partial<Record<OrderStatus, OrderStatus>> = {
  AWAITING_PAYMENT: "AWAITING_PAYMENT",
  PAID: "PAID",
};

/** What operators correct of an order that is invoiced: what was sent is never edited, but credited and issued again. */
export const corrections = {
  credit: {
    access: "orders:write",
    leads: invoiced,
    asks: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            itemId: id,
            /** Tonnes (or pieces) of the line that are given back. */
            quantity: z.int(tonnes).min(1, tonnes).optional(),
            /** Net euros; with a quantity in place of quantity × price, without one a lower price. */
            amount: someMoney(sum).optional(),
          }),
        )
        .min(1)
        .max(200),
      reason,
      /** Whether the tonnes of `quantity` return to sale, as far as they are not retired; otherwise the buyer keeps them. */
      returnCredits: z.boolean().default(true),
      version,
    }),
  },
  correctInvoice: {
    access: "orders:write",
    leads: invoiced,
    asks: orderDetails.extend({
      reason,
      /** Asked for when the VAT number of an order under reverse charge changes. */
      vatCheck: vatCheck.optional(),
      version,
    }),
  },
  refund: {
    access: "orders:write",
    leads: { ...invoiced, REJECTED: "REJECTED" },
    asks: z.strictObject({
      amount: someMoney(sum),
      /** The day on which it was sent. */
      day,
      /** The bank's or the operator's own, to find it by. */
      reference: typedText(1, 140),
    }),
  },
} as const satisfies Record<string, Decision<OrderStatus>>;

/** A line of a credit note: of which line of the order, and what became of its tonnes. */
const creditedLine = z.object({
  itemId: id,
  quantity: z.int(),
  /** Net. */
  amount: money,
  /** Tonnes that went back on sale. The others are retired, or stay with the buyer. */
  returned: z.int(),
});

export const creditNote = z.object({
  id,
  number: z.string(),
  issuedOn: day,
  /** The invoice that it credits. */
  invoiceNumber: z.string(),
  lines: z.array(creditedLine),
  net: money,
  vatAmount: money,
  gross: money,
  reason: z.string(),
  /** What the buyer has paid above what is owed now, to be sent back. */
  toRefund: money,
  order: managedOrder,
});
export type CreditNote = z.output<typeof creditNote>;

export const creditOrder = endpoint({
  method: "POST",
  path: "/management/orders/:id/credit-notes",
  access: corrections.credit.access,
  summary: "Credit a part of an invoice: tonnes given back, or a lower price",
  params: idParams,
  body: corrections.credit.asks,
  response: creditNote,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const correctInvoice = endpoint({
  method: "POST",
  path: "/management/orders/:id/invoices",
  access: corrections.correctInvoice.access,
  summary: "Issue the invoice again with corrected details: a credit note cancels the old one",
  params: idParams,
  body: corrections.correctInvoice.asks,
  response: managedOrder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const recordRefund = endpoint({
  method: "POST",
  path: "/management/orders/:id/refunds",
  access: corrections.refund.access,
  summary: "Note money that was sent back to the buyer",
  params: idParams,
  body: corrections.refund.asks,
  response: managedOrder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

/** Money received for an order, as an operator enters it. */
export const receivedPayment = z.strictObject({
  /** Below zero: it was taken back, or entered by mistake before. */
  amount: paymentAmount,
  /** The day on which it came. */
  day,
  /** The bank's or the operator's own, to find it by. */
  reference: typedText(1, 140),
  /** Euros that the caller saw open; refused where a colleague has changed that since. */
  open: money.optional(),
});

export const recordPayment = endpoint({
  method: "POST",
  path: "/management/orders/:id/payments",
  access: "orders:write",
  summary: "Record a payment of any amount; what covers the invoice makes the order paid",
  params: idParams,
  body: receivedPayment,
  response: managedOrder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

const documentParams = z.object({ id: textInt(1), documentId: textInt(1) });

export const getMyDocument = endpoint({
  method: "GET",
  path: "/me/orders/:id/documents/:documentId",
  access: "admitted",
  companyRight: "orders",
  summary: "An invoice or credit note of one of the caller's orders: PDF with embedded Factur-X",
  params: documentParams,
  response: file("application/pdf"),
});

export const getMyDocumentUbl = endpoint({
  method: "GET",
  path: "/me/orders/:id/documents/:documentId/ubl",
  access: "admitted",
  companyRight: "orders",
  summary: "The same document as UBL 2.1 of EN 16931",
  params: documentParams,
  response: file("application/xml"),
});

export const getDocument = endpoint({
  method: "GET",
  path: "/management/orders/:id/documents/:documentId",
  access: "orders:read",
  summary: "An invoice or credit note of an order",
  params: documentParams,
  response: file("application/pdf"),
});

export const getDocumentUbl = endpoint({
  method: "GET",
  path: "/management/orders/:id/documents/:documentId/ubl",
  access: "orders:read",
  summary: "An invoice or credit note of an order as UBL",
  params: documentParams,
  response: file("application/xml"),
});
