import type { Db } from "../../core/db.ts";
import { mergeHandlers, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { deliveryChanged, vintageChanged } from "../catalogue/catalogue.service.ts";
import { tellCreditType, tellDelivery } from "./portfolio.service.ts";

/** News from the catalogue, taken up by those who hold what changed. */
export function portfolioJobs(db: Db): JobHandlers {
  return mergeHandlers(
    jobHandler(vintageChanged, ({ vintageId }) => tellCreditType(db, vintageId)),
    jobHandler(deliveryChanged, (news) => tellDelivery(db, news)),
  );
}
