import { retirementDecisions } from "@tonneline/contract/managedRetirements";
import { bulkHandler } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { completeRetirement, confirmRetirement } from "./completing.service.ts";
import { decideRetirements, declineRetirement } from "./retirements.service.ts";

const { complete, confirm, decline } = retirementDecisions;

/** Takes the decisions of operators on many retirements. */
export function bulkRetirementJobs(db: Db): JobHandlers {
  return bulkHandler(db, decideRetirements, {
    permission: "retirements:write",
    decide: (decision, deciding, asks) => {
      if (decision === "decline") {
        return declineRetirement(db, deciding, decline.asks.parse(asks).reason);
      }
      if (decision === "confirm") {
        return confirmRetirement(db, { ...deciding, ...confirm.asks.parse(asks) });
      }
      return completeRetirement(db, deciding, complete.asks.parse(asks));
    },
  });
}
