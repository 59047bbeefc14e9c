import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded, type CodedMail } from "../../core/mailTexts/texts.ts";

/** The page with the account's login settings. */
const settingsPath = "/user/settings/details";

interface Secret {
  token: string;
  until: Date;
}

interface Greeted {
  firstName: string;
  verifiedAt: Date | null;
}

/** Greets by name only once the address is verified: otherwise a stranger's text would reach it in our name. */
function greeting({ firstName, verifiedAt }: Greeted): string {
  return verifiedAt ? `Hello ${withoutAddresses(firstName)}` : "Hello";
}

async function send(tx: Tx, to: string, content: CodedMail, secret?: Secret): Promise<void> {
  await writeMails(tx, [{ to, permission: "users:read", ...(secret && { secret }), ...content }]);
}

/** `path` contains `tokenPlaceholder` for the token. The mail has no user input: the address is not verified yet. */
export async function mailVerification(
  tx: Tx,
  to: string,
  path: string,
  secret: Secret,
): Promise<void> {
  await send(tx, to, coded("account.verification", {}, { path }), secret);
}

/** `path` contains `tokenPlaceholder` for the token. */
export async function mailResetLink(
  tx: Tx,
  user: Greeted & { username: string },
  path: string,
  secret: Secret,
): Promise<void> {
  const content = coded("account.resetLink", { greeting: greeting(user) }, { path });
  await send(tx, user.username, content, secret);
}

/** Warns the account's owner, with the page for choosing a new password, in case they did not change it. */
export async function mailPasswordChanged(tx: Tx, to: string): Promise<void> {
  await send(tx, to, coded("account.passwordChanged", {}, { path: "/password-reminder" }));
}

/** Warns the account's owner: if someone else set it up, they can lock the owner out. */
export async function mailFactorAdded(tx: Tx, to: string): Promise<void> {
  await send(tx, to, coded("account.factorAdded", {}, { path: settingsPath }));
}

/** `passkeysLeft`: a passkey can still be used to log in. */
export async function mailFactorRemoved(tx: Tx, to: string, passkeysLeft: boolean): Promise<void> {
  const code = passkeysLeft ? "account.codesRemoved" : "account.factorRemoved";
  await send(tx, to, coded(code, {}, { path: settingsPath }));
}

/** `name`: the passkey's name, chosen by its owner. */
export async function mailPasskey(
  tx: Tx,
  to: string,
  change: "Added" | "Removed",
  name: string,
): Promise<void> {
  const passkey = withoutAddresses(name);
  await send(tx, to, coded(`account.passkey${change}`, { passkey }, { path: settingsPath }));
}
