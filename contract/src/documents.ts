import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import {
  day,
  id,
  idParams,
  money,
  ownOnly,
  pageOf,
  signedMoney,
  tabbedListOf,
  textFlag,
  textInt,
} from "./shapes.ts";

/**
 * What became of a document. An invoice is open until its order is paid; cancelled, it was issued again or its order
 * rejected.
 */
export const documentStates = ["OPEN", "OVERDUE", "PAID", "CANCELLED", "CREDIT_NOTE"] as const;
export type DocumentState = (typeof documentStates)[number];

/** An invoice or credit note of the caller's company. */
export const companyDocument = z.object({
  id,
  orderId: id,
  kind: z.enum(["INVOICE", "CREDIT_NOTE"]),
  state: z.enum(documentStates),
  number: z.string(),
  /** The invoice that it credits, or that it stands for. */
  corrects: z.string().nullable(),
  issuedOn: day,
  dueOn: day.nullable(),
  purchaseOrderNumber: z.string().nullable(),
  costCentre: z.string().nullable(),
  /** Below zero on a credit note. */
  net: signedMoney,
  vatAmount: signedMoney,
  total: signedMoney,
  /** What is still to be paid for its order, on the invoice that holds now. */
  open: money,
  /** The file's; null until it has been made. */
  name: z.string().nullable(),
});
export type CompanyDocument = z.output<typeof companyDocument>;

const documents = tabbedListOf(companyDocument, {
  sorts: ["issuedOn", "number", "orderId", "dueOn", "total", "open"],
  tabs: { field: "state", names: documentStates },
  filters: { by: ownOnly, from: day.optional(), to: day.optional(), withOpen: textFlag.optional() },
});

export const listDocuments = endpoint({
  method: "GET",
  path: "/me/documents",
  access: "admitted",
  companyRight: "orders",
  summary: "Every invoice and credit note of the caller's company, and what is open",
  ...documents,
  response: documents.response.extend({
    /** Of the whole company, whatever is searched. */
    balance: z.object({
      open: money,
      overdue: money,
      /** What was paid above what is owed, to be sent back. */
      toRefund: money,
      /** The day that they hold for. */
      asOf: day,
    }),
  }),
  csv: true,
});

const endsEarly = { path: ["to"], message: "Enter a day that is not before the first one" };
const period = z
  .strictObject({ from: day, to: day, format: z.enum(["pdf", "csv"]).default("pdf") })
  .refine(({ from, to }) => from <= to, endsEarly);

export const getStatement = endpoint({
  method: "GET",
  path: "/me/documents/statement",
  access: "admitted",
  companyRight: "orders",
  summary: "Statement of the company's account: what was invoiced, credited and paid in a period",
  query: period,
  response: file("application/pdf", "text/csv"),
  made: true,
});

export const getCompanyStatement = endpoint({
  method: "GET",
  path: "/management/companies/:id/account/statement",
  access: "orders:read",
  summary:
    "The same statement of any company, for operators: of this year and the last without days",
  params: idParams,
  query: z
    .strictObject({
      from: day.optional(),
      to: day.optional(),
      format: z.enum(["pdf", "csv"]).default("pdf"),
    })
    .refine(({ from, to }) => !from || !to || from <= to, endsEarly),
  response: file("application/pdf", "text/csv"),
  made: true,
});

/** What changed the account of a company with the seller. */
export const accountMovement = z.object({
  kind: z.enum(["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND", "ALLOWANCE"]),
  day,
  orderId: id,
  /** The document's number, or what the payment is found by. */
  reference: z.string().nullable(),
  /** Above zero: the company owes more by it. */
  amount: signedMoney,
  /** What it owed then; below zero, what it had paid above that. */
  balance: signedMoney,
});
export type AccountMovement = z.output<typeof accountMovement>;

export const getCompanyAccount = endpoint({
  method: "GET",
  path: "/management/companies/:id/account",
  access: "orders:read",
  summary: "What was invoiced to a company, credited and paid, the latest first",
  params: idParams,
  query: z.strictObject({
    page: textInt().default(0),
    size: textInt(1, 1000).default(100),
  }),
  response: pageOf(accountMovement),
});

export const getDocumentsOfQuarter = endpoint({
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
  made: true,
  refusals: ["NOT_FOUND"],
});
