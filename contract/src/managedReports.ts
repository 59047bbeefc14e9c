import { z } from "zod";
import { endpoint, file, noContent } from "./endpoint.ts";
import {
  enteredDay,
  day,
  id,
  idParams,
  listOf,
  money,
  textFlag,
  textInt,
  typedLines,
  typedText,
  uses,
  seenVersion,
} from "./shapes.ts";

/** A due-diligence report as operators see it. */
export const managedReport = z.object({
  id,
  name: z.string(),
  description: z.string(),
  price: money,
  currency: z.literal("EUR"),
  pages: z.int().nullable(),
  publishedAt: day,
  hidden: z.boolean(),
  projects: z.array(z.object({ id, name: z.string() })),
  /** Null until a file is uploaded. */
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  /** Copies in paid orders. */
  sold: z.int(),
  version: z.int(),
});
export type ManagedReport = z.output<typeof managedReport>;

// Says what to type, whatever was wrong with the input.
const price = "Enter a price from €0.01 to €1,000,000.00, with at most two decimals";
const pages = "Enter a whole number of pages, from 1 to 10,000";

const body = {
  name: typedText(3, 300),
  description: typedLines(0, 5000),
  price: z.number(price).min(0.01, price).max(1_000_000, price).multipleOf(0.01, price),
  pages: z.int(pages).min(1, pages).max(10_000, pages).nullable(),
  publishedAt: enteredDay("Enter the day of publication"),
  hidden: z.boolean(),
  projectIds: z.array(id).max(200),
};

const managedReportList = listOf(managedReport, {
  sorts: ["name", "price", "projects", "pages", "file", "sold", "publishedAt", "hidden"],
  filters: { hidden: textFlag.optional() },
});

export const listManagedReports = endpoint({
  method: "GET",
  path: "/management/reports",
  access: "reports:read",
  summary: "All due-diligence reports",
  ...managedReportList,
  response: managedReportList.response.extend({
    counts: z.object({ shown: z.int(), hidden: z.int() }),
  }),
  csv: true,
});

export const getManagedReport = endpoint({
  method: "GET",
  path: "/management/reports/:id",
  access: "reports:read",
  summary: "One due-diligence report",
  params: idParams,
  response: managedReport,
});

export const createReport = endpoint({
  method: "POST",
  path: "/management/reports",
  access: "reports:write",
  summary: "Add a due-diligence report; its file comes next",
  body: z.strictObject({
    ...body,
    pages: body.pages.default(null),
    hidden: body.hidden.default(false),
  }),
  response: managedReport,
  status: 201,
  idempotent: true,
});

export const updateReport = endpoint({
  method: "PATCH",
  path: "/management/reports/:id",
  access: "reports:write",
  summary: "Change a due-diligence report; carts that hold it follow",
  params: idParams,
  body: z.strictObject(body).partial().extend({ version: seenVersion }),
  response: managedReport,
  refusals: ["VERSION_CONFLICT"],
});

export const getReportUses = endpoint({
  method: "GET",
  path: "/management/reports/:id/uses",
  access: "reports:write",
  summary: "The orders and carts that prevent a report's deletion",
  params: idParams,
  response: uses,
});

export const deleteReport = endpoint({
  method: "DELETE",
  path: "/management/reports/:id",
  access: "reports:write",
  summary: "Delete a report that nobody ordered or holds in a cart",
  params: idParams,
  response: noContent,
  refusals: ["IN_USE"],
});

export const putReportFile = endpoint({
  method: "PUT",
  path: "/management/reports/:id/file",
  access: "reports:write",
  summary: "Upload or replace the PDF; existing buyers get the new one",
  params: idParams,
  /** With a version, a PDF that a colleague uploaded since is kept. */
  query: z.strictObject({ version: textInt().optional() }),
  upload: { maxBytes: 50 * 1024 * 1024 },
  response: managedReport,
  refusals: ["VERSION_CONFLICT"],
});

export const getReportFile = endpoint({
  method: "GET",
  path: "/management/reports/:id/file",
  access: "reports:read",
  summary: "The PDF",
  params: idParams,
  response: file("application/pdf"),
});
