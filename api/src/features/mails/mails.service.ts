import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { sendAgain } from "../../core/mail.ts";
import { mailById } from "./mails.sql.ts";

const linkOver =
  "The link in this email was used, was deleted or has expired: its recipient has to request a new one.";

/**
 * Sends a mail again. Refuses with NOT_FOUND if there is none, with INVALID_TRANSITION if its link was deleted or has expired.
 */
export async function resendOne(db: Db, mailId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await sendAgain(tx, [mailId]);
    if (found.length === 0) {
      return (await mailById(tx, mailId))
        ? refuse("INVALID_TRANSITION", { detail: linkOver })
        : refuse("NOT_FOUND");
    }
    await recordAudit(tx, actor, { action: "mail.resend", thing: { type: "mail", id: mailId } });
  });
}

/** Sends these mails again, or without ids all that failed permanently; returns their number. */
export async function resendMany(
  db: Db,
  mailIds: readonly number[] | undefined,
  actor: Actor,
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const mails = await sendAgain(tx, mailIds);
    if (mails.length > 0) await recordAudit(tx, actor, { action: "mail.resend", after: { mails } });
    return mails.length;
  });
}
