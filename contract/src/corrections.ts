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
  positiveMoney,
  textInt,
  typedLines,
  typedText,
} from "./shapes.ts";

const reason = typedLines(3, 1000);
/** The order's version as the caller read it: refused if a colleague has changed the order since. */
const version = z.int().optional();
const tonnes = "Enter whole tonnes, above 0";
const sum = "Enter an amount above 0, with at most two decimals";

/** The statuses in which an invoice can be credited or corrected; the order keeps its status. */
const invoiced: Partial<Record<OrderStatus, OrderStatus>> = {
  AWAITING_PAYMENT: "AWAITING_PAYMENT",
  PAID: "PAID",
};

/** Corrections by operators of an invoiced order: what was sent is never edited, but credited and reissued. */
export const corrections = {
  credit: {
    access: "orders:write",
    transitions: invoiced,
    input: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            itemId: id,
            /** Tonnes (or units) of the line to credit. */
            quantity: z.int(tonnes).min(1, tonnes).optional(),
            /** Net euros: with a quantity it replaces quantity × price, without one it is a price reduction. */
            amount: positiveMoney(sum).optional(),
          }),
        )
        .min(1)
        .max(200),
      reason,
      /** Whether the tonnes of `quantity` go back on sale, unless they are retired; otherwise the buyer keeps them. */
      returnCredits: z.boolean().default(true),
      version,
    }),
  },
  correctInvoice: {
    access: "orders:write",
    transitions: invoiced,
    input: orderDetails.extend({
      reason,
      /** Required if the VAT number of an order under reverse charge changes. */
      vatCheck: vatCheck.optional(),
      version,
    }),
  },
  refund: {
    access: "orders:write",
    transitions: { ...invoiced, REJECTED: "REJECTED" },
    input: z.strictObject({
      amount: positiveMoney(sum),
      /** The day on which it was sent. */
      day,
      /** The bank's or the operator's reference, to find it by. */
      reference: typedText(1, 140),
    }),
  },
} as const satisfies Record<string, Decision<OrderStatus>>;

/** A line of a credit note: the order line it credits, and where its tonnes went. */
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
  /** Number of the invoice that it credits. */
  invoiceNumber: z.string(),
  lines: z.array(creditedLine),
  net: money,
  vatAmount: money,
  gross: money,
  reason: z.string(),
  /** The buyer's overpayment after the correction, to be refunded. */
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
  body: corrections.credit.input,
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
  body: corrections.correctInvoice.input,
  response: managedOrder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION", "VERSION_CONFLICT"],
});

export const recordRefund = endpoint({
  method: "POST",
  path: "/management/orders/:id/refunds",
  access: corrections.refund.access,
  summary: "Record a refund to the buyer",
  params: idParams,
  body: corrections.refund.input,
  response: managedOrder,
  status: 201,
  idempotent: true,
  refusals: ["INVALID_TRANSITION"],
});

/** A payment for an order, entered by an operator. */
export const receivedPayment = z.strictObject({
  /** Negative if it was reversed, or entered by mistake before. */
  amount: paymentAmount,
  /** The day on which it was received. */
  day,
  /** The bank's or the operator's reference, to find it by. */
  reference: typedText(1, 140),
  /** The amount due in euros that the caller saw; refused if a colleague has changed it since. */
  open: money.optional(),
});

export const recordPayment = endpoint({
  method: "POST",
  path: "/management/orders/:id/payments",
  access: "orders:write",
  summary: "Record a payment of any amount; the order is paid once its invoice is covered",
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

export const getOrderDocument = endpoint({
  method: "GET",
  path: "/management/orders/:id/documents/:documentId",
  access: "orders:read",
  summary: "An invoice or credit note of an order",
  params: documentParams,
  response: file("application/pdf"),
});

export const getOrderDocumentUbl = endpoint({
  method: "GET",
  path: "/management/orders/:id/documents/:documentId/ubl",
  access: "orders:read",
  summary: "An invoice or credit note of an order as UBL",
  params: documentParams,
  response: file("application/xml"),
});
