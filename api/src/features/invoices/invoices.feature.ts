import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import { invoiceJobs } from "./invoices.jobs.ts";

/** Invoices and credit notes, as PDF and XML. */
export const invoices = feature({
  jobs: ({ db, files }: { db: Db; files: FileStore }) => invoiceJobs(db, files),
});
