import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded } from "../../core/mailTexts/texts.ts";

/**
 * Tells somebody that they may buy from now on, in the transaction that admits them. Operators who read accounts may
 * read it.
 */
export async function mailAdmitted(tx: Tx, to: string): Promise<void> {
  const content = coded("account.admitted", {}, { path: "/login" });
  await writeMails(tx, [{ to, permission: "users:read", ...content }]);
}
