import { reminderHours } from "@tonneline/contract/approvals";
import { recordAudit } from "../../core/audit.ts";
import { endOf } from "../../core/days.sql.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { addJob } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { notify } from "../notifications/notifications.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailReminder } from "./approvals.mails.ts";
import * as store from "./approvals.sql.ts";
import { statusOf } from "./approvals.rules.ts";
import { approvalEnds, lockOwn, summed, type ApprovalContext } from "./ending.service.ts";

/**
 * Reminds everyone who may decide the caller's own request. FORBIDDEN for a colleague's, INVALID_TRANSITION if it is no
 * longer pending, RATE_LIMITED within a day of the last reminder.
 */
export async function remind(db: Db, context: ApprovalContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockOwn(tx, context);
    if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
    const retryAfterSeconds = await store.recordReminder(tx, row.id, reminderHours);
    if (retryAfterSeconds > 0) {
      const detail = "They were reminded less than a day ago.";
      refuse("RATE_LIMITED", { retryAfterSeconds, detail });
    }
    const deciders = await store.decidersOf(tx, row.company_id, row.user_id);
    const facts = {
      approvalId: row.id,
      person: row.requester_name,
      credits: row.total_credits,
      total: euros(row.gross_cents),
    };
    await notify(
      tx,
      deciders.map(({ id }) => ({ userId: id, code: "approval.requested" as const, facts })),
    );
    const until = await endOf(tx, row.expires_at);
    await mailReminder(
      tx,
      deciders.map(({ username }) => username),
      { ...summed(row), requester: row.requester_name, until },
    );
  });
}

/**
 * Extends the caller's own request once, by the hours that the settings give a new one. FORBIDDEN for a colleague's,
 * INVALID_TRANSITION if it is no longer pending or was extended before.
 */
export async function prolong(
  db: Db,
  settings: SettingsService,
  context: ApprovalContext,
): Promise<void> {
  const { approval } = await settings.current();
  await inTransaction(db, async (tx) => {
    const row = await lockOwn(tx, context);
    if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
    const expiresAt =
      (await store.prolong(tx, row.id, approval.holdHours)) ??
      refuse("INVALID_TRANSITION", {
        detail: "The deadline of this request has already been extended.",
      });
    const ends = { key: `approval ${row.id}`, runAt: expiresAt };
    await addJob(tx, approvalEnds, { approvalId: row.id }, ends);
    await recordAudit(tx, context.actor, {
      action: "approval.prolong",
      thing: { type: "approval", id: row.id },
      before: { expiresAt: row.expires_at.toISOString() },
      after: { expiresAt: expiresAt.toISOString() },
    });
  });
}
