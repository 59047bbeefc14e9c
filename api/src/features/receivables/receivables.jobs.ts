import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { sendDueReminders } from "./receivables.service.ts";

const remindersDue = job("receivables.remind");

/** In the morning, where most sellers are. */
export const receivableCrons: readonly Cron[] = [
  { task: remindersDue, every: "1 day", after: "7 hours" },
];

/** Sends the due reminders once a day, if the settings enable automatic ones. */
export function receivableJobs(db: Db, settings: SettingsService): JobHandlers {
  return jobHandler(remindersDue, () => sendDueReminders(db, settings));
}
