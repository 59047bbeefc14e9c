import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { approvalEnds, endInTime } from "./ending.service.ts";

/** Frees the credits of requests that nobody decided on in time. */
export function approvalJobs(db: Db): JobHandlers {
  return jobHandler(approvalEnds, ({ approvalId }) => endInTime(db, approvalId));
}
