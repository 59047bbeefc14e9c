import { z } from "zod";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { publishValidityChanges } from "./priceLists.service.ts";

/** Runs every quarter of an hour, as the seller's midnight may have passed: in every time zone it falls on one. */
export const turnOfPrices = job("priceLists.turn", z.object({}));

/** Notifies carts of the price lists that started or ended at midnight. */
export function priceListJobs(db: Db): JobHandlers {
  return jobHandler(turnOfPrices, () => publishValidityChanges(db));
}
