import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { approvalEnds, expireRequest } from "./ending.service.ts";

/** Job handlers that expire requests which nobody decided in time. */
export function approvalJobs(db: Db): JobHandlers {
  return jobHandler(approvalEnds, ({ approvalId }) => expireRequest(db, approvalId));
}
