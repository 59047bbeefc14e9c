import { pruneOldRuns } from "../../core/bulk.ts";
import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { pruneOldAnswers } from "../../core/idempotency.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { pruneOldMails } from "../../core/mail.ts";
import { pruneOldAccess } from "../accounts/erasure.service.ts";
import { pruneOldEntries } from "../audit/audit.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";

const retain = job("privacy.retention");

/** Job handlers that delete data every hour once its retention period in the settings has ended. */
export function privacyJobs(db: Db, settings: SettingsService): JobHandlers {
  return jobHandler(retain, async () => {
    const { retention } = await settings.current();
    await pruneOldMails(db, retention.mailDays);
    await pruneOldAccess(db, retention);
    await pruneOldAnswers(db, retention.answerDays);
    await pruneOldRuns(db, retention.answerDays);
    await pruneOldEntries(db, retention.auditDays);
  });
}

export const privacyCrons: Cron[] = [{ task: retain, every: "1 hour", after: "37 minutes" }];
