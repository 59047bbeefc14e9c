import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded, type CodedMail } from "../../core/mailTexts/texts.ts";

/** Where somebody sees how they log in. */
const settingsPath = "/user/settings/details";

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

async function send(tx: Tx, to: string, content: CodedMail, secret?: Secret): Promise<void> {
  await writeMails(tx, [{ to, permission: "users:read", ...(secret && { secret }), ...content }]);
}

/** `path` has `tokenPlace` for its token. Nothing that was typed: nobody knows yet whose address this is. */
export async function mailVerification(
  tx: Tx,
  to: string,
  path: string,
  secret: Secret,
): Promise<void> {
  await send(tx, to, coded("account.verification", {}, { path }), secret);
}

/** `path` has `tokenPlace` for its token. */
export async function mailResetLink(
  tx: Tx,
  user: Greeted & { username: string },
  path: string,
  secret: Secret,
): Promise<void> {
  const content = coded("account.resetLink", { greeting: greeting(user) }, { path });
  await send(tx, user.username, content, secret);
}

/** Warns the owner of the account. `path` leads to where a new one is chosen, for whoever did not change it. */
export async function mailPasswordChanged(tx: Tx, to: string, path: string): Promise<void> {
  await send(tx, to, coded("account.passwordChanged", {}, { path }));
}

/** Warns the owner of the account: who set it up without them can keep them out. */
export async function mailFactorAdded(tx: Tx, to: string): Promise<void> {
  await send(tx, to, coded("account.factorAdded", {}, { path: settingsPath }));
}

/** `passkeysLeft`: logging in still takes one of them. */
export async function mailFactorRemoved(tx: Tx, to: string, passkeysLeft: boolean): Promise<void> {
  const code = passkeysLeft ? "account.codesRemoved" : "account.factorRemoved";
  await send(tx, to, coded(code, {}, { path: settingsPath }));
}

/** `name`: what its owner calls it. */
export async function mailPasskey(
  tx: Tx,
  to: string,
  change: "Added" | "Removed",
  name: string,
): Promise<void> {
  const passkey = withoutAddresses(name);
  await send(tx, to, coded(`account.passkey${change}`, { passkey }, { path: settingsPath }));
}
