import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses, type MailContent } from "../../core/mailText.ts";

interface Secret {
  token: string;
  until: Date;
}

interface Greeted {
  firstName: string;
  verifiedAt: Date | null;
}

/** By name only whoever has proven the address: else a stranger's words would reach it under our name. */
function greeting({ firstName, verifiedAt }: Greeted): string {
  return verifiedAt ? `Hello ${withoutAddresses(firstName)}` : "Hello";
}

async function send(tx: Tx, to: string, content: MailContent, secret?: Secret): Promise<void> {
  await writeMails(tx, [{ to, permission: "users:read", ...(secret && { secret }), ...content }]);
}

/** `path` has `tokenPlace` for its token. Nothing that was typed: nobody knows yet whose address this is. */
export async function mailVerification(
  tx: Tx,
  to: string,
  path: string,
  secret: Secret,
): Promise<void> {
  const content = {
    subject: "Verify your email address",
    paragraphs: [
      "Hello, an account was registered with this address. Please confirm that it is yours.",
      "The link works once, for 24 hours. If you did not register, you can ignore this mail.",
    ],
    action: { label: "Verify email address", path },
  };
  await send(tx, to, content, secret);
}

/** `path` has `tokenPlace` for its token. */
export async function mailResetLink(
  tx: Tx,
  user: Greeted & { username: string },
  path: string,
  secret: Secret,
): Promise<void> {
  const content = {
    subject: "Choose a new password",
    paragraphs: [
      `${greeting(user)}, a new password was asked for your account.`,
      "The link works once, for 1 hour. If this was not you, you can ignore this mail: your password stays as it is.",
    ],
    action: { label: "Choose a new password", path },
  };
  await send(tx, user.username, content, secret);
}

export async function mailPasswordChanged(tx: Tx, to: string, path: string): Promise<void> {
  await send(tx, to, {
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and all other sessions have ended.",
      "If this was not you, choose a new password and contact us at once.",
    ],
    action: { label: "Choose a new password", path },
  });
}

/** `passkeysLeft`: logging in still takes one of them. */
export async function mailFactorRemoved(
  tx: Tx,
  to: string,
  path: string,
  passkeysLeft: boolean,
): Promise<void> {
  await send(tx, to, {
    subject: "Your second factor was removed",
    paragraphs: [
      passkeysLeft
        ? "Codes of your authenticator app are asked for no more; your passkeys stay."
        : "Logging in to your account asks for the password alone from now on.",
      "If this was not you, choose a new password and contact us at once.",
    ],
    action: { label: "Set up a second factor", path },
  });
}

export async function mailPasskeyAdded(
  tx: Tx,
  to: string,
  name: string,
  path: string,
): Promise<void> {
  await send(tx, to, {
    subject: "A passkey was added to your account",
    paragraphs: [
      `Whoever holds the passkey "${withoutAddresses(name)}" can log in to your account.`,
      "If this was not you, remove it, choose a new password and contact us at once.",
    ],
    action: { label: "See your passkeys", path },
  });
}

export async function mailPasskeyRemoved(
  tx: Tx,
  to: string,
  name: string,
  path: string,
): Promise<void> {
  await send(tx, to, {
    subject: "A passkey was removed from your account",
    paragraphs: [
      `The passkey "${withoutAddresses(name)}" no longer opens your account.`,
      "If this was not you, choose a new password and contact us at once.",
    ],
    action: { label: "See your passkeys", path },
  });
}
