import { forgetOldRuns } from "../../core/bulk.ts";
import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { forgetOldAnswers } from "../../core/idempotency.ts";
import { job, takes, type JobHandlers } from "../../core/jobs.ts";
import { forgetOldMails } from "../../core/mail.ts";
import { forgetOldAccess } from "../accounts/erasure.service.ts";
import { forgetOldEntries } from "../audit/audit.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";

const retain = job("privacy.retention");

/** Each hour, whatever has been kept for as long as the settings say goes. */
export function privacyJobs(db: Db, settings: SettingsService): JobHandlers {
  return takes(retain, async () => {
    const { retention } = await settings.current();
    await forgetOldMails(db, retention.mailDays);
    await forgetOldAccess(db, retention);
    await forgetOldAnswers(db, retention.answerDays);
    await forgetOldRuns(db, retention.answerDays);
    await forgetOldEntries(db, retention.auditDays);
  });
}

export const privacyCrons: Cron[] = [{ task: retain, every: "1 hour", after: "37 minutes" }];
