import { z } from "zod";
import { address, countryCode } from "./addresses.ts";
import { invoiceDetails } from "./company.ts";
import { decisionCall, type Decision } from "./decisions.ts";
import { endpoint } from "./endpoint.ts";
import { orderItem } from "./orderItems.ts";
import {
  day,
  id,
  idParams,
  instant,
  repeatable,
  money,
  mineFilter,
  signedMoney,
  tabbedListOf,
  textEuros,
  textFlag,
  textInt,
  typedLines,
  typedText,
} from "./shapes.ts";
import { vatCategories } from "./vat.ts";

export const orderStatuses = ["AWAITING_APPROVAL", "AWAITING_PAYMENT", "PAID", "REJECTED"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** References that the buyer's own books use for a purchase: entered at checkout, quoted wherever the order is named. */
export const references = ["purchaseOrderNumber", "costCentre", "buyerReference"] as const;
export type Reference = (typeof references)[number];

/** Buyer and billing details of an order: entered at checkout, and stored unchanged. */
export const orderDetails = invoiceDetails.extend({
  /** The buyer's purchase order number (BT-13), quoted on the invoice. */
  purchaseOrderNumber: typedText(0, 60).nullable().optional(),
  /** The buyer's cost centre (BT-19). */
  costCentre: typedText(0, 60).nullable().optional(),
  /** Routes the invoice within the buyer's organisation (BT-10), such as a department or a Leitweg-ID. */
  buyerReference: typedText(0, 60).nullable().optional(),
  /** A free-text note by the buyer, possibly of several lines (BT-22). */
  remark: typedLines(0, 500).nullable().optional(),
});
export type OrderDetails = z.output<typeof orderDetails>;

const orderCommon = {
  id,
  /** The user who ordered, and the company they ordered for. */
  userId: id,
  companyId: id,
  companyName: z.string(),
  totalCredits: z.int(),
  totalPriceNet: money,
  totalPriceGross: money,
  vatPercentage: z.number(),
  vatAmount: money,
  vatCategory: z.enum(vatCategories),
  /** The VAT that its invoice would have today, if the rate has changed since the order was placed; null once approved. */
  changedVat: z
    .object({ vatPercentage: z.number(), vatAmount: money, totalPriceGross: money })
    .nullable(),
  currency: z.literal("EUR"),
  status: z.enum(orderStatuses),
  /** ISO 11649 creditor reference that the buyer quotes with the payment. */
  transactionId: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  costCentre: z.string().nullable(),
  buyerReference: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Amount received so far. */
  received: signedMoney,
  /** Amount still due on its invoice. */
  open: money,
  /** Null until there is an invoice. */
  dueOn: day.nullable(),
  /** What the company owes including this order, if that exceeds its credit limit: an operator has to accept it. */
  overLimit: z.object({ limit: money, owed: money }).nullable(),
  paidAt: instant.nullable(),
  createdAt: instant,
};

/** A payment received for an order; negative if the bank reversed it. */
export const orderPayment = z.object({
  id,
  amount: signedMoney,
  day,
  /** The bank's reference; null for payments entered by an operator. */
  reference: z.string().nullable(),
  /** The bank statement entry that it was booked from. */
  entryId: id.optional(),
});

/** Payment details as printed on the invoice. */
export const paymentDetails = z.object({
  accountHolder: z.string(),
  /** Without spaces. */
  iban: z.string(),
  /** May be empty: within SEPA the IBAN suffices. */
  bic: z.string(),
  bankName: z.string(),
  dueOn: day,
  /** Content of the invoice's EPC069-12 QR code; null unless payment is due and the code can express the amount. */
  transferText: z.string().nullable(),
});

/** An invoice or credit note of an order, the latest last. */
const orderDocument = z.object({
  id,
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  number: z.string(),
  issuedOn: day,
  /** Including VAT. */
  total: money,
  /** Number of the invoice that it credits or replaces. */
  corrects: z.string().nullable(),
  reason: z.string().nullable(),
  /** File name; null until the file has been generated. */
  name: z.string().nullable(),
});
export type OrderDocument = z.output<typeof orderDocument>;

export const order = z.object({
  ...orderCommon,
  /** The rate the order was placed with, if its invoice has another one: that of the day of supply. */
  placedVatPercentage: z.number().nullable(),
  address,
  invoiceEmail: z.string(),
  vatNumber: z.string(),
  remark: z.string().nullable(),
  invoiceName: z.string().nullable(),
  invoiceFileId: id.nullable(),
  /** Null until there is an invoice: nothing is due before. */
  payment: paymentDetails.nullable(),
  /** Number of the latest credit note. */
  creditNoteNumber: z.string().nullable(),
  /** File name of the sales terms that the buyer accepted; null for orders placed before they were archived. */
  salesTermsName: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  documents: z.array(orderDocument),
  /** Sum of the credit notes while the order stands, including VAT. */
  creditedAmount: money,
  refundedAmount: money,
  /** Overpaid amount that has not been refunded yet. */
  toRefund: money,
  items: z.array(orderItem),
  history: z.array(z.object({ status: z.enum(orderStatuses), at: instant })),
});
export type Order = z.output<typeof order>;

export const orderSummary = z.object({
  ...orderCommon,
  items: z.int(),
  /** Names of the first projects and reports, for list rows. */
  names: z.array(z.string()),
});
export type OrderSummary = z.output<typeof orderSummary>;

export const listMyOrders = endpoint({
  method: "GET",
  path: "/me/orders",
  access: "admitted",
  companyRight: "orders",
  summary: "The orders of the caller's company",
  csv: true,
  ...tabbedListOf(orderSummary, {
    sorts: ["createdAt", "id", "status", "totalPriceGross", "totalCredits"],
    tabs: { field: "status", names: orderStatuses },
    filters: { by: mineFilter },
  }),
});

export const getMyOrder = endpoint({
  method: "GET",
  path: "/me/orders/:id",
  access: "admitted",
  companyRight: "orders",
  summary: "One of the caller's orders",
  params: idParams,
  response: order,
});

export const vatCheckResults = ["VALID", "INVALID", "NOT_CHECKED"] as const;

/** The result of an operator's check of a buyer's VAT number. */
export const vatCheck = z.strictObject({
  result: z.enum(vatCheckResults),
  on: day,
  /** Other evidence that the buyer is a taxable person. */
  evidence: typedLines(3, 1000).optional(),
});

/** The latest check of the VAT number of an order's company that is recent enough to approve without a new one. */
const knownVatCheck = z
  .object({ result: z.enum(["VALID", "INVALID"]), on: day, evidence: z.string().optional() })
  .nullable();

/** Decisions of operators on orders. */
export const orderDecisions = {
  approve: {
    access: "orders:write",
    transitions: { AWAITING_APPROVAL: "AWAITING_PAYMENT" },
    input: z
      .strictObject({
        /** Required if the order is under reverse charge. */
        vatCheck: vatCheck.optional(),
        /** Why the company may exceed its credit limit; required if it does with this order. */
        limitReason: typedLines(3, 1000).optional(),
      })
      .optional(),
  },
  pay: {
    access: "orders:write",
    transitions: { AWAITING_PAYMENT: "PAID" },
    input: z.strictObject({ paidAt: instant }),
  },
  reject: {
    access: "orders:write",
    transitions: { AWAITING_APPROVAL: "REJECTED", AWAITING_PAYMENT: "REJECTED" },
    input: z.strictObject({
      reason: typedLines(3, 1000),
      /** The status the operator saw: an order approved since has an invoice, which would have to be credited. */
      from: z.enum(orderStatuses).optional(),
    }),
  },
} as const satisfies Record<string, Decision<OrderStatus>>;
export type OrderDecision = keyof typeof orderDecisions;

/** An order as operators see it: with its buyer, the check of their VAT number, and its transitions. */
export const managedOrder = order.extend({
  username: z.string(),
  buyerName: z.string(),
  /** Whether the VAT number has the format of its country. */
  vatNumberLooksRight: z.boolean(),
  vatCheckResult: z.enum(vatCheckResults).nullable(),
  vatCheckOn: day.nullable(),
  /** Other evidence that the buyer is a taxable person; the page requires it if the number is not valid. */
  vatCheckEvidence: z.string().nullable(),
  knownVatCheck,
  /** Why it was approved above the company's credit limit. */
  limitReason: z.string().nullable(),
  payments: z.array(orderPayment),
  transitions: z.array(
    z.object({
      from: z.enum(orderStatuses).nullable(),
      to: z.enum(orderStatuses),
      /** Username. */
      actor: z.string().nullable(),
      /** Full name, or the username if there is none. */
      actorName: z.string().nullable(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
  version: z.int(),
});
export type ManagedOrder = z.output<typeof managedOrder>;

export const managedOrderSummary = orderSummary.extend({
  username: z.string(),
  countryCode: z.string(),
  vatNumber: z.string(),
  /** Whether the VAT number has the format of its country. */
  vatNumberLooksRight: z.boolean(),
  knownVatCheck,
  version: z.int(),
});
export type ManagedOrderSummary = z.output<typeof managedOrderSummary>;

const managedOrderList = tabbedListOf(managedOrderSummary, {
  sorts: [
    /** Orders awaiting approval, the oldest first; then awaiting payment, the longest due first; then the rest. */
    "waiting",
    "id",
    "createdAt",
    "companyName",
    "countryCode",
    "totalCredits",
    "totalPriceNet",
    "vatAmount",
    "totalPriceGross",
    "status",
    "invoiceNumber",
    "dueOn",
    "paidAt",
  ],
  tabs: { field: "status", names: orderStatuses },
  filters: {
    country: repeatable(countryCode).optional(),
    companyId: textInt(1).optional(),
    userId: textInt(1).optional(),
    projectId: textInt(1).optional(),
    createdFrom: day.optional(),
    createdTo: day.optional(),
    /** Payment date, in the seller's time zone. */
    paidFrom: day.optional(),
    paidTo: day.optional(),
    /** Orders awaiting payment that are past due, or not yet; both narrow the rows the way a status does. */
    overdue: textFlag.optional(),
    due: textFlag.optional(),
    /** By gross total, in euros. */
    totalFrom: textEuros.optional(),
    totalTo: textEuros.optional(),
  },
});

/** Counts of the list: one per status, and AWAITING_PAYMENT again split into due and overdue. */
const orderTabs = [...orderStatuses, "DUE", "OVERDUE"] as const;

export const listOrders = endpoint({
  method: "GET",
  path: "/management/orders",
  access: "orders:read",
  summary: "All orders",
  ...managedOrderList,
  response: managedOrderList.response.extend({
    counts: z.record(z.enum(orderTabs), z.int()),
    totalGross: money,
  }),
  csv: true,
});

export const getOrder = endpoint({
  method: "GET",
  path: "/management/orders/:id",
  access: "orders:read",
  summary: "One order",
  params: idParams,
  response: managedOrder,
});

export const approveOrder = decisionCall("/management/orders/:id/approve", orderDecisions.approve, {
  summary: "Approve: the invoice is issued and sent",
  response: managedOrder,
});

export const payOrder = decisionCall("/management/orders/:id/pay", orderDecisions.pay, {
  summary: "Mark paid: one payment of the open amount; the credits enter the buyer's portfolio",
  response: managedOrder,
});

export const rejectOrder = decisionCall("/management/orders/:id/reject", orderDecisions.reject, {
  summary: "Reject with a reason: the credits return to sale",
  response: managedOrder,
});
