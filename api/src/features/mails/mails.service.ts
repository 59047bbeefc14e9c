import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { sendAgain } from "../../core/mail.ts";
import { mailById } from "./mails.sql.ts";

const linkOver =
  "The link in this email was used, was deleted or has expired: its reader has to ask for a new one.";

/** Sends one mail again. NOT_FOUND when there is none, INVALID_TRANSITION when its link is forgotten or has run out. */
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

/** Sends these mails again, without ids all that were given up; returns how many. */
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
