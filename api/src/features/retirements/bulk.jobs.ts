import { retirementDecisions } from "@tonneline/contract/managedRetirements";
import { bulkHandler } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { completeRetirement, confirmRetirement } from "./completing.service.ts";
import { decideRetirements, declineRetirement } from "./retirements.service.ts";

const { complete, confirm, decline } = retirementDecisions;

/** Returns the job handlers that apply an operator's decision to many retirements. */
export function bulkRetirementJobs(db: Db): JobHandlers {
  return bulkHandler(db, decideRetirements, "retirements:write", {
    complete: (context, asks) => completeRetirement(db, context, complete.input.parse(asks)),
    confirm: (context, asks) => confirmRetirement(db, { ...context, ...confirm.input.parse(asks) }),
    decline: (context, asks) => declineRetirement(db, context, decline.input.parse(asks).reason),
  });
}
