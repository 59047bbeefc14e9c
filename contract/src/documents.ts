import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import {
  day,
  id,
  idParams,
  money,
  mineFilter,
  pageOf,
  pageQuery,
  signedMoney,
  tabbedListOf,
  textFlag,
} from "./shapes.ts";

/** State of a document. An invoice is OPEN until its order is paid; CANCELLED: it was reissued, or its order rejected. */
export const documentStates = ["OPEN", "OVERDUE", "PAID", "CANCELLED", "CREDIT_NOTE"] as const;
export type DocumentState = (typeof documentStates)[number];

/** An invoice or credit note of the caller's company. */
export const companyDocument = z.object({
  id,
  orderId: id,
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  state: z.enum(documentStates),
  number: z.string(),
  /** Number of the invoice that it credits or replaces. */
  corrects: z.string().nullable(),
  issuedOn: day,
  dueOn: day.nullable(),
  purchaseOrderNumber: z.string().nullable(),
  costCentre: z.string().nullable(),
  /** Negative on a credit note. */
  net: signedMoney,
  vatAmount: signedMoney,
  total: signedMoney,
  /** Amount still due for its order, on the invoice in force. */
  open: money,
  /** File name; null until the file has been generated. */
  name: z.string().nullable(),
});
export type CompanyDocument = z.output<typeof companyDocument>;

const documents = tabbedListOf(companyDocument, {
  sorts: ["issuedOn", "number", "orderId", "dueOn", "total", "open"],
  tabs: { field: "state", names: documentStates },
  filters: {
    by: mineFilter,
    from: day.optional(),
    to: day.optional(),
    withOpen: textFlag.optional(),
  },
});

export const listDocuments = endpoint({
  method: "GET",
  path: "/me/documents",
  access: "admitted",
  companyRight: "orders",
  summary: "Every invoice and credit note of the caller's company, and what is open",
  ...documents,
  response: documents.response.extend({
    /** Of the whole company, regardless of the search. */
    balance: z.object({
      open: money,
      overdue: money,
      /** Overpaid amount, to be refunded. */
      toRefund: money,
      /** The day that the figures apply to. */
      asOf: day,
    }),
  }),
  csv: true,
});

const endBeforeStart = { path: ["to"], message: "The end is before the start" };
const period = z
  .strictObject({ from: day, to: day, format: z.enum(["pdf", "csv"]).default("pdf") })
  .refine(({ from, to }) => from <= to, endBeforeStart);

export const getAccountStatement = endpoint({
  method: "GET",
  path: "/me/documents/statement",
  access: "admitted",
  companyRight: "orders",
  summary: "Statement of the company's account: what was invoiced, credited and paid in a period",
  query: period,
  response: file("application/pdf", "text/csv"),
  generatedPerRequest: true,
});

export const getCompanyStatement = endpoint({
  method: "GET",
  path: "/management/companies/:id/account/statement",
  access: "orders:read",
  summary:
    "The same statement of any company, for operators; without days, of this year and the last",
  params: idParams,
  query: z
    .strictObject({
      from: day.optional(),
      to: day.optional(),
      format: z.enum(["pdf", "csv"]).default("pdf"),
    })
    .refine(({ from, to }) => !from || !to || from <= to, endBeforeStart),
  response: file("application/pdf", "text/csv"),
  generatedPerRequest: true,
});

/** A movement on a company's account with the seller. */
export const accountMovement = z.object({
  kind: z.enum(["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND", "ALLOWANCE"]),
  day,
  orderId: id,
  /** The document's number, or the reference of the payment. */
  reference: z.string().nullable(),
  /** Positive if the company owes more by it. */
  amount: signedMoney,
  /** Balance owed afterwards; negative if overpaid. */
  balance: signedMoney,
});
export type AccountMovement = z.output<typeof accountMovement>;

export const getCompanyAccount = endpoint({
  method: "GET",
  path: "/management/companies/:id/account",
  access: "orders:read",
  summary: "A company's invoices, credit notes and payments, latest first",
  params: idParams,
  query: pageQuery,
  response: pageOf(accountMovement),
});

export const getQuarterlyDocuments = endpoint({
  method: "GET",
  path: "/me/documents/quarter",
  access: "admitted",
  companyRight: "orders",
  summary:
    "The files of the company's invoices and credit notes of a quarter, PDF and XML, in one zip",
  query: z.strictObject({
    quarter: z.string().regex(/^20\d\d-Q[1-4]$/, "Expected a quarter, such as 2026-Q1"),
  }),
  response: file("application/zip"),
  generatedPerRequest: true,
  refusals: ["NOT_FOUND"],
});
