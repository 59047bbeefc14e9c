import { z } from "zod";
import { endpoint, file } from "./endpoint.ts";
import { day, id, money, ownOnly, signedMoney, tabbedListOf, textFlag } from "./shapes.ts";

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
  answer: documents.answer.extend({
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

export const getStatement = endpoint({
  method: "GET",
  path: "/me/documents/statement",
  access: "admitted",
  companyRight: "orders",
  summary: "Statement of the company's account: what was invoiced, credited and paid in a period",
  query: z
    .strictObject({ from: day, to: day, format: z.enum(["pdf", "csv"]).default("pdf") })
    .refine(({ from, to }) => from <= to, {
      path: ["to"],
      message: "Enter a day that is not before the first one",
    }),
  answer: file,
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
  answer: file,
  refusals: ["NOT_FOUND"],
});
