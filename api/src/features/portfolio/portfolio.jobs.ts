import type { Db } from "../../core/db.ts";
import { mergeHandlers, takes, type JobHandlers } from "../../core/jobs.ts";
import { deliveryChanged, vintageChanged } from "../catalogue/catalogue.service.ts";
import { tellCreditType, tellDelivery } from "./portfolio.service.ts";

/** News from the catalogue, taken up by those who hold what changed. */
export function portfolioJobs(db: Db): JobHandlers {
  return mergeHandlers(
    takes(vintageChanged, ({ vintageId }) => tellCreditType(db, vintageId)),
    takes(deliveryChanged, (news) => tellDelivery(db, news)),
  );
}
