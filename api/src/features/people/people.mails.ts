import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded } from "../../core/mailTexts/texts.ts";

/** Tells a user that they may now buy, in the transaction that admits them. Operators who read accounts may read it. */
export async function mailAdmitted(tx: Tx, to: string): Promise<void> {
  const content = coded("account.admitted", {}, { path: "/login" });
  await writeMails(tx, [{ to, permission: "users:read", ...content }]);
}
