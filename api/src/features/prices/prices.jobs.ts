import { newPrice } from "@tonneline/contract/prices";
import { bulkHandler } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import { changePrice, changingPrices } from "./prices.service.ts";

/** Applies operators' price changes. */
export function priceJobs(db: Db): JobHandlers {
  return bulkHandler(db, changingPrices, "projects:write", {
    change: (context, asks) => changePrice(db, context, newPrice.parse(asks)),
  });
}
