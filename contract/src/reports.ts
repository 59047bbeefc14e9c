import { z } from "zod";
import { report } from "./catalogue.ts";
import { endpoint, file } from "./endpoint.ts";
import { id, idParams, instant, listOf } from "./shapes.ts";

/** A due-diligence report that the caller bought and paid for. */
export const boughtReport = report.omit({ price: true, currency: true }).extend({
  /** The order that paid for it; the first if there are several. */
  orderId: id,
  paidAt: instant,
  /** Null until an operator uploads the file. */
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
});
export type BoughtReport = z.output<typeof boughtReport>;

export const listMyReports = endpoint({
  method: "GET",
  path: "/me/reports",
  access: "admitted",
  summary: "The due-diligence reports of the caller's paid orders, the latest first",
  ...listOf(boughtReport, { sorts: ["name", "paidAt"] }),
});

export const getMyReportFile = endpoint({
  method: "GET",
  path: "/me/reports/:id/file",
  access: "admitted",
  summary: "The file of a report that the caller bought and paid",
  params: idParams,
  response: file("application/pdf"),
});
