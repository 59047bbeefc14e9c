import type { Db } from "../../core/db.ts";
import { takes, type JobHandlers } from "../../core/jobs.ts";
import { endInTime, quoteEnds } from "./keeping.service.ts";

/** Frees the credits of kept quotes whose day is over. */
export function quoteJobs(db: Db): JobHandlers {
  return takes(quoteEnds, ({ quoteId }) => endInTime(db, quoteId));
}
