import { z } from "zod";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { turnPrices } from "./priceLists.service.ts";

/** The seller's midnight may be behind us: no place has one but at a quarter of an hour. */
export const turnOfPrices = job("priceLists.turn", z.object({}));

/** Tells carts which price lists began or ended at midnight. */
export function priceListJobs(db: Db): JobHandlers {
  return jobHandler(turnOfPrices, () => turnPrices(db));
}
