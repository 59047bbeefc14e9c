import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";
import { coded } from "../../core/mailTexts/texts.ts";

export async function mailAdmitted(tx: Tx, to: string): Promise<void> {
  const content = coded("account.admitted", {}, { path: "/login" });
  await writeMails(tx, [{ to, permission: "users:read", ...content }]);
}
