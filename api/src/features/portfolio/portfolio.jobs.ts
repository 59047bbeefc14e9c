import type { Db } from "../../core/db.ts";
import { takes, type JobHandlers } from "../../core/jobs.ts";
import { vintageChanged } from "../catalogue/catalogue.service.ts";
import { tellCreditType } from "./portfolio.service.ts";

/** News from the catalogue, taken up by those who hold what changed. */
export function portfolioJobs(db: Db): JobHandlers {
  return takes(vintageChanged, ({ vintageId }) => tellCreditType(db, vintageId));
}
