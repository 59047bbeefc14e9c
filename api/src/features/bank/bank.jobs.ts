import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { payableChanged } from "../orders/life.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { rematchAll } from "./match.service.ts";

/** An order can be paid now, or no longer: entries of the bank may be for it. */
export function bankJobs(db: Db, settings: SettingsService): JobHandlers {
  return jobHandler(payableChanged, () => rematchAll(db, settings));
}
