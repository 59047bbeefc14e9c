import type { Db } from "../../core/db.ts";
import { mergeHandlers, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { deliveryChanged, vintageChanged } from "../catalogue/catalogue.service.ts";
import { notifyOfCreditType, notifyOfDelivery } from "./portfolio.service.ts";

/** News from the catalogue, taken up by those who hold what changed. */
export function portfolioJobs(db: Db): JobHandlers {
  return mergeHandlers(
    jobHandler(vintageChanged, ({ vintageId }) => notifyOfCreditType(db, vintageId)),
    jobHandler(deliveryChanged, (news) => notifyOfDelivery(db, news)),
  );
}
