import type { Db } from "../../core/db.ts";
import { batchHandler, type JobHandlers } from "../../core/jobs.ts";
import { payableChanged } from "../orders/life.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { rematchAll } from "./match.service.ts";

/** Orders can be paid now, or no longer: entries of the bank may be for them. */
export function bankJobs(db: Db, settings: SettingsService): JobHandlers {
  return batchHandler(db, payableChanged, async (tx) => await rematchAll(tx, settings));
}
