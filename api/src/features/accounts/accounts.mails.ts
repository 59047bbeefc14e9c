import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import type { MailContent } from "../../core/mailText.ts";

async function send(tx: Tx, to: string, content: MailContent): Promise<void> {
  await writeMails(tx, [{ to, ...content }]);
}

export async function mailVerification(
  tx: Tx,
  to: string,
  firstName: string,
  url: string,
): Promise<void> {
  await send(tx, to, {
    subject: "Verify your email address",
    paragraphs: [
      `Hello ${firstName}, please confirm that this address is yours.`,
      "The link works once, for 24 hours. If you did not register, you can ignore this mail.",
    ],
    action: { label: "Verify email address", url },
  });
}

export async function mailResetLink(
  tx: Tx,
  to: string,
  firstName: string,
  url: string,
): Promise<void> {
  await send(tx, to, {
    subject: "Choose a new password",
    paragraphs: [
      `Hello ${firstName}, a new password was asked for your account.`,
      "The link works once, for 1 hour. If this was not you, you can ignore this mail: your password stays as it is.",
    ],
    action: { label: "Choose a new password", url },
  });
}

export async function mailPasswordChanged(tx: Tx, to: string, url: string): Promise<void> {
  await send(tx, to, {
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and all other sessions have ended.",
      "If this was not you, choose a new password and contact us at once.",
    ],
    action: { label: "Choose a new password", url },
  });
}

export async function mailAdmitted(
  tx: Tx,
  to: string,
  firstName: string,
  url: string,
): Promise<void> {
  await send(tx, to, {
    subject: "Your account is ready",
    paragraphs: [
      `Hello ${firstName}, your account was checked and admitted.`,
      "You can now browse the projects, hold credits in your cart and order on invoice.",
    ],
    action: { label: "Go to the marketplace", url },
  });
}
