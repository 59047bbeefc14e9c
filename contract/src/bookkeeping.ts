import { z } from "zod";
import { endpoint, file, xlsxType } from "./endpoint.ts";
import { money } from "./shapes.ts";
import { vatCategories } from "./vat.ts";

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Expected a month, such as 2026-01");
const ofMonth = z.strictObject({ month });
const asFile = z.strictObject({ month, format: z.enum(["csv", "xlsx"]).default("csv") });

/** Credit notes are counted with the positive amounts printed on them. */
const sums = z.object({ count: z.int(), net: money, vatAmount: money, gross: money });

export const booksOfMonth = z.object({
  month: z.string(),
  invoices: sums,
  creditNotes: sums,
  /** Net of credit notes, so amounts may be negative. */
  categories: z.array(
    z.object({
      vatCategory: z.enum(vatCategories),
      net: z.number(),
      vatAmount: z.number(),
      gross: z.number(),
    }),
  ),
  /** Number of companies in the EC sales list. */
  ecSales: z.int(),
  /** Documents whose files are still being generated. */
  inTheMaking: z.int(),
});
export type BooksOfMonth = z.output<typeof booksOfMonth>;

export const getMonthlyBooks = endpoint({
  method: "GET",
  path: "/management/bookkeeping",
  access: "orders:read",
  summary: "What was invoiced and credited in a month, by the day of issue",
  query: ofMonth,
  response: booksOfMonth,
});

export const getDatevExport = endpoint({
  method: "GET",
  path: "/management/bookkeeping/datev",
  access: "orders:read",
  summary: "Postings of a month for DATEV: EXTF 700, category 21, version 13",
  refusals: ["INVALID_TRANSITION"],
  query: ofMonth,
  response: file("text/csv"),
  generatedPerRequest: true,
});

export const getInvoiceJournal = endpoint({
  method: "GET",
  path: "/management/bookkeeping/journal",
  access: "orders:read",
  summary: "Every invoice and credit note of a month, one per row",
  query: asFile,
  response: file("text/csv", xlsxType),
  generatedPerRequest: true,
});

export const getEcSalesList = endpoint({
  method: "GET",
  path: "/management/bookkeeping/ec-sales",
  access: "orders:read",
  summary: "EC sales list of a month: services under reverse charge by VAT number",
  query: asFile,
  response: file("text/csv", xlsxType),
  generatedPerRequest: true,
});

export const getMonthlyInvoices = endpoint({
  method: "GET",
  path: "/management/bookkeeping/invoices",
  access: "orders:read",
  summary: "The files of every invoice and credit note of a month, PDF and XML, in one zip",
  query: ofMonth,
  response: file("application/zip"),
  generatedPerRequest: true,
});
