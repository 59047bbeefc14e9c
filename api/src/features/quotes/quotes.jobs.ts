import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { memberLeft } from "../company/members.service.ts";
import { expireQuote, releaseAtFormerCompanies, quoteEnds } from "./keeping.service.ts";

/** Releases the credits of kept quotes that have expired, or whose buyer has left the company. */
export function quoteJobs(db: Db): JobHandlers {
  return {
    ...jobHandler(quoteEnds, ({ quoteId }) => expireQuote(db, quoteId)),
    ...jobHandler(memberLeft, ({ userId }) => releaseAtFormerCompanies(db, userId)),
  };
}
