import { claimTypes, continents, creditTypes, impactTypes } from "./codes.ts";
import { z } from "zod";
import { quarter } from "./catalogue.ts";
import { address, countryCode } from "./addresses.ts";
import { invoiceDetails } from "./company.ts";
import { decisionCall, type Decision } from "./decisions.ts";
import { endpoint } from "./endpoint.ts";
import {
  coded,
  credits,
  day,
  id,
  idParams,
  instant,
  many,
  money,
  named,
  ownOnly,
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
const orderedCommon = {
  id,
  quantity: credits,
  price: money,
  totalPrice: money,
  currency: z.literal("EUR"),
  /** What credit notes took back of it, net. */
  creditedQuantity: z.int(),
  creditedAmount: money,
  /** Tonnes of those that went back on sale. */
  returnedQuantity: z.int(),
};
const orderedProject = {
  id,
  name: z.string(),
  externalId: z.string().nullable(),
  continent: z.enum(continents).nullable(),
  countries: z.array(z.string()),
  registry: named,
  projectType: named,
};

/** Copies of what was bought, as it was when it was ordered. */
export const orderedVintage = z.object({
  project: z.object(orderedProject),
  vintage: z.object({
    id,
    year: z.int(),
    impactType: coded(impactTypes),
    claimType: coded(claimTypes),
    methodology: z.string(),
    /** Where the price was the company's own: that of the catalogue. */
    listPrice: money.nullable().optional(),
    creditType: coded(creditTypes),
    /** As it was told when it was ordered. */
    expectedDelivery: quarter.nullable(),
  }),
});
export const orderedReport = z.object({
  reportId: id,
  reportName: z.string(),
  pages: z.int().nullable(),
  projects: z.array(z.object(orderedProject)),
});

export const orderItem = z.discriminatedUnion("productType", [
  z.object({
    ...orderedCommon,
    productType: z.literal("VINTAGE_CREDITS"),
    product: orderedVintage,
  }),
  z.object({
    ...orderedCommon,
    productType: z.literal("DUE_DILIGENCE_REPORT"),
    product: orderedReport,
  }),
]);
export type OrderItem = z.output<typeof orderItem>;

/** What the buyer finds a purchase by in their own books: typed at the checkout, quoted wherever the order is named. */
export const references = ["purchaseOrderNumber", "costCentre", "buyerReference"] as const;
export type Reference = (typeof references)[number];

/** What an order says of its buyer and of how it is billed: asked at the checkout, and kept as it was. */
export const orderDetails = invoiceDetails.extend({
  /** The buyer's own number of this purchase (BT-13), which the invoice quotes. */
  purchaseOrderNumber: typedText(0, 60).nullable().optional(),
  /** Where the buyer books the purchase (BT-19). */
  costCentre: typedText(0, 60).nullable().optional(),
  /** What routes the invoice within the buyer's house (BT-10), such as a department or a Leitweg-ID. */
  buyerReference: typedText(0, 60).nullable().optional(),
  /** What the buyer says beside, in several lines (BT-22). */
  remark: typedLines(0, 500).nullable().optional(),
});
export type OrderDetails = z.output<typeof orderDetails>;

const orderCommon = {
  id,
  /** Who ordered, for which company. */
  userId: id,
  companyId: id,
  companyName: z.string(),
  totalCredits: z.int(),
  totalPriceNet: money,
  totalPriceGross: money,
  vatPercentage: z.number(),
  vatAmount: money,
  vatCategory: z.enum(vatCategories),
  currency: z.literal("EUR"),
  status: z.enum(orderStatuses),
  /** ISO 11649 creditor reference that the buyer quotes with the payment. */
  transactionId: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  costCentre: z.string().nullable(),
  buyerReference: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** What was paid for it so far. */
  received: signedMoney,
  /** What is still to be paid of its invoice. */
  open: money,
  /** Null until there is an invoice. */
  dueOn: day.nullable(),
  /** What the company owes with this order, where its credit limit is less: it waits for an operator's word on that. */
  overLimit: z.object({ limit: money, owed: money }).nullable(),
  paidAt: instant.nullable(),
  createdAt: instant,
};

/** Money that was received for an order; below zero what the bank took back. */
export const orderPayment = z.object({
  id,
  amount: signedMoney,
  day,
  /** The bank's, null for a payment that an operator entered. */
  reference: z.string().nullable(),
  /** The entry of a bank statement that it was booked from. */
  entryId: id.optional(),
});

/** Where an invoice is to be paid, as the invoice says it. */
export const paymentDetails = z.object({
  accountHolder: z.string(),
  /** Without blanks. */
  iban: z.string(),
  /** May be empty: within SEPA the IBAN is enough. */
  bic: z.string(),
  bankName: z.string(),
  dueOn: day,
  /** Text of the invoice's QR code for banking apps (EPC069-12); null unless payment is awaited and it can say the sum. */
  transferText: z.string().nullable(),
});

/** An invoice or a credit note of an order, the latest last. */
const orderDocument = z.object({
  id,
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  number: z.string(),
  issuedOn: day,
  /** With VAT. */
  total: money,
  /** The invoice that it credits, or that it stands for. */
  corrects: z.string().nullable(),
  reason: z.string().nullable(),
  /** The file's; null until it has been made. */
  name: z.string().nullable(),
});
export type OrderDocument = z.output<typeof orderDocument>;

export const order = z.object({
  ...orderCommon,
  address,
  invoiceEmail: z.string(),
  vatNumber: z.string(),
  remark: z.string().nullable(),
  invoiceName: z.string().nullable(),
  invoiceFileId: id.nullable(),
  /** Null until there is an invoice: nothing is to be paid before. */
  payment: paymentDetails.nullable(),
  /** The last one. */
  creditNoteNumber: z.string().nullable(),
  /** The file of the sales terms that the buyer accepted; null for an order that was placed before they were kept. */
  salesTermsName: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  documents: z.array(orderDocument),
  /** What credit notes took back while the order stands, with VAT. */
  creditedAmount: money,
  refundedAmount: money,
  /** What was paid above what is owed, and was not sent back yet. */
  toRefund: money,
  items: z.array(orderItem),
  history: z.array(z.object({ status: z.enum(orderStatuses), at: instant })),
});
export type Order = z.output<typeof order>;

export const orderSummary = z.object({
  ...orderCommon,
  items: z.int(),
  /** Names of the first projects and reports, for the list. */
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
    filters: { by: ownOnly },
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

/** What an operator found of a buyer's VAT number. */
export const vatCheck = z.strictObject({
  result: z.enum(vatCheckResults),
  on: day,
  /** What else shows that the buyer is a taxable person. */
  evidence: typedLines(3, 1000).optional(),
});

/** What is known of the VAT number of an order's company, on which it may be approved without asking again. */
const knownVatCheck = z
  .object({ result: z.enum(["VALID", "INVALID"]), on: day, evidence: z.string().optional() })
  .nullable();

/** What operators decide on orders. */
export const orderDecisions = {
  approve: {
    access: "orders:write",
    leads: { AWAITING_APPROVAL: "AWAITING_PAYMENT" },
    asks: z
      .strictObject({
        /** Asked for when the order is under reverse charge. */
        vatCheck: vatCheck.optional(),
        /** Why the company may owe more than its credit limit; asked for when it does with this order. */
        limitReason: typedLines(3, 1000).optional(),
      })
      .optional(),
  },
  pay: {
    access: "orders:write",
    leads: { AWAITING_PAYMENT: "PAID" },
    asks: z.strictObject({ paidAt: instant }),
  },
  reject: {
    access: "orders:write",
    leads: { AWAITING_APPROVAL: "REJECTED", AWAITING_PAYMENT: "REJECTED" },
    asks: z.strictObject({
      reason: typedLines(3, 1000),
      /** As the operator has seen it: what was approved since has an invoice, which would be credited. */
      from: z.enum(orderStatuses).optional(),
    }),
  },
} as const satisfies Record<string, Decision<OrderStatus>>;
export type OrderDecision = keyof typeof orderDecisions;

/** An order as operators read it: with its buyer, the check of their VAT number, and who did what. */
export const managedOrder = order.extend({
  username: z.string(),
  buyerName: z.string(),
  /** Whether the VAT number has its country's format. */
  vatNumberLooksRight: z.boolean(),
  vatCheckResult: z.enum(vatCheckResults).nullable(),
  vatCheckOn: day.nullable(),
  /** What else shows that the buyer is a taxable person; asked for on the page when the number is not valid. */
  vatCheckEvidence: z.string().nullable(),
  knownVatCheck,
  /** Why it was approved above the company's credit limit. */
  limitReason: z.string().nullable(),
  payments: z.array(orderPayment),
  transitions: z.array(
    z.object({
      from: z.enum(orderStatuses).nullable(),
      to: z.enum(orderStatuses),
      /** The username. */
      actor: z.string().nullable(),
      /** Their full name, or the username. */
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
  /** Whether the VAT number has its country's format. */
  vatNumberLooksRight: z.boolean(),
  knownVatCheck,
  version: z.int(),
});
export type ManagedOrderSummary = z.output<typeof managedOrderSummary>;

const managedOrderList = tabbedListOf(managedOrderSummary, {
  sorts: [
    /** What waits for an approval, the oldest first; then for a payment, the longest due first; then the rest. */
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
    country: many(countryCode).optional(),
    companyId: textInt(1).optional(),
    userId: textInt(1).optional(),
    projectId: textInt(1).optional(),
    createdFrom: day.optional(),
    createdTo: day.optional(),
    /** The seller's day of payment. */
    paidFrom: day.optional(),
    paidTo: day.optional(),
    /** What awaits its payment and is due on a day before today, or is not: they narrow the rows as a status does. */
    overdue: textFlag.optional(),
    due: textFlag.optional(),
    /** Of the gross total, in euros. */
    totalFrom: textEuros.optional(),
    totalTo: textEuros.optional(),
  },
});

/** What is counted of the list: each status, and apart from each other what of AWAITING_PAYMENT is due and what overdue. */
const orderTabs = [...orderStatuses, "DUE", "OVERDUE"] as const;

export const listOrders = endpoint({
  method: "GET",
  path: "/management/orders",
  access: "orders:read",
  summary: "Everybody's orders",
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
  summary: "Mark paid: one payment of what is open; the credits enter the buyer's portfolio",
  response: managedOrder,
});

export const rejectOrder = decisionCall("/management/orders/:id/reject", orderDecisions.reject, {
  summary: "Reject with a reason: the credits return to sale",
  response: managedOrder,
});
