import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { tellCreditType } from "./portfolio.service.ts";

/** News from the catalogue, taken up by those who hold what changed. */
export function portfolioJobs(db: Db): JobHandlers {
  return {
    "vintage.changed": ({ vintageId }: { vintageId: number }) => tellCreditType(db, vintageId),
  };
}
