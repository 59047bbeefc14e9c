import type { Db } from "../../core/db.ts";
import { mergeHandlers, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { deliveryChanged, vintageChanged } from "../catalogue/catalogue.service.ts";
import { notifyOfCreditType, notifyOfDelivery } from "./portfolio.service.ts";

/** Returns the job handlers that notify holders of changes in the catalogue. */
export function portfolioJobs(db: Db): JobHandlers {
  return mergeHandlers(
    jobHandler(vintageChanged, ({ vintageId }) => notifyOfCreditType(db, vintageId)),
    jobHandler(deliveryChanged, (news) => notifyOfDelivery(db, news)),
  );
}
