import type { Db } from "../../core/db.ts";
import { batchHandler, type JobHandlers } from "../../core/jobs.ts";
import { payableChanged } from "../orders/life.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { rematchAll } from "./match.service.ts";

/** Rematches the pending bank entries whenever orders become payable or are no longer. */
export function bankJobs(db: Db, settings: SettingsService): JobHandlers {
  return batchHandler(db, payableChanged, async (tx) => await rematchAll(tx, settings));
}
