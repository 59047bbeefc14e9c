import { groupInFours } from "@tonneline/contract/fours";
import { roleNames } from "@tonneline/contract/accounts";
import type { Actor } from "../../core/audit.ts";
import type { Tx } from "../../core/db.ts";
import { writeMails } from "../../core/mail.ts";

/** The account that buyers pay to. */
export interface Payee {
  holder: string;
  iban: string;
  bic: string;
  bankName: string;
}

/** Tells every Admin that buyers now pay to another account, whoever changed it. */
export async function mailPayeeChanged(
  tx: Tx,
  actor: Actor,
  before: Payee,
  after: Payee,
): Promise<void> {
  const admins = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("roles.name", "=", roleNames.admin)
    .where("users.blocked", "=", false)
    .orderBy("users.id")
    .execute();
  const mail = {
    permission: "settings:read" as const,
    subject: "The bank account was changed",
    paragraphs: [
      `${actor.username} changed the account that buyers pay to, from the address ${actor.ip}. Invoices show the new account from now on; those already issued keep the old one.`,
      "If you did not expect this, block that user and change the bank account back immediately.",
    ],
    lines: [`Before: ${lineOf(before)}`, `Now: ${lineOf(after)}`],
  };
  await writeMails(
    tx,
    admins.map(({ username }) => ({ to: username, ...mail })),
  );
}

function lineOf({ holder, iban, bic, bankName }: Payee): string {
  return `${holder}, ${groupInFours(iban)}, ${bic}, ${bankName}`;
}
