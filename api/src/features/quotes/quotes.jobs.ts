import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { memberLeft } from "../company/members.service.ts";
import { endInTime, giveUpOfFormer, quoteEnds } from "./keeping.service.ts";

/** Frees the credits of kept quotes whose day is over, and of those whose buyer has left the company. */
export function quoteJobs(db: Db): JobHandlers {
  return {
    ...jobHandler(quoteEnds, ({ quoteId }) => endInTime(db, quoteId)),
    ...jobHandler(memberLeft, ({ userId }) => giveUpOfFormer(db, userId)),
  };
}
