import { pruneOldRuns } from "../../core/bulk.ts";
import type { Cron } from "../../core/crons.ts";
import type { Db } from "../../core/db.ts";
import { pruneOldAnswers } from "../../core/idempotency.ts";
import { job, jobHandler, type JobHandlers } from "../../core/jobs.ts";
import { pruneOldMails } from "../../core/mail.ts";
import { pruneOldAccess, pruneOldRegistrations } from "../accounts/erasure.service.ts";
import { pruneOldEntries } from "../audit/audit.service.ts";
import { pruneOldInvitations } from "../company/invitations.service.ts";
import { pruneOldNotifications } from "../notifications/notifications.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { pruneOldRequests } from "../support/support.service.ts";

const retain = job("privacy.retention");

/** Job handlers that delete data every hour once its retention period in the settings has ended. */
export function privacyJobs(db: Db, settings: SettingsService): JobHandlers {
  return jobHandler(retain, async () => {
    const { retention } = await settings.current();
    await pruneOldMails(db, retention.mailDays);
    await pruneOldAccess(db, retention);
    await pruneOldAnswers(db, retention.answerDays);
    await pruneOldRuns(db, retention.answerDays);
    await pruneOldNotifications(db, retention.notificationDays);
    await pruneOldInvitations(db, retention.registrationDays);
    await pruneOldRequests(db, retention.requestDays);
    await pruneOldEntries(db, retention.auditDays);
    // Last, as it may take longest.
    await pruneOldRegistrations(db, retention.registrationDays);
  });
}

export const privacyCrons: Cron[] = [{ task: retain, every: "1 hour", after: "37 minutes" }];
