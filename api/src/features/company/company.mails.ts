import { invitationDays } from "@tonneline/contract/company";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Tx } from "../../core/db.ts";
import { tokenPlace, writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";

// Whoever may read accounts may read what is written to them.
const permission = "users:read" as const;

const roleWords: Record<CompanyRole, string> = {
  OWNER: "an owner, who may do everything and manages the members",
  BUYER: "a buyer, who orders and retires",
  APPROVER: "an approver, who decides on requests and may buy",
  ACCOUNTANT: "an accountant, who reads orders and invoices and keeps the company's details",
  VIEWER: "a viewer, who reads the portfolio and its certificates",
};

/** The link works for its address alone; names that were typed cannot be made a link of. */
export async function mailInvitation(
  tx: Tx,
  to: string,
  invitation: { invitedBy: string; companyName: string; role: CompanyRole },
  secret: { token: string; until: Date },
): Promise<void> {
  const { invitedBy, companyName, role } = invitation;
  const company = withoutAddresses(companyName);
  await writeMails(tx, [
    {
      to,
      permission,
      secret,
      subject: `You are invited to join ${company}`,
      paragraphs: [
        `${withoutAddresses(invitedBy)} invites you to join ${company} as ${roleWords[role]}.`,
        `The link works once, for ${invitationDays} days and for your address alone. If you do not expect it, you can ignore this mail.`,
      ],
      action: { label: "Accept the invitation", path: `/invitation?token=${tokenPlace}` },
    },
  ]);
}

export async function mailRoleChanged(
  tx: Tx,
  to: string,
  { companyName, role }: { companyName: string; role: CompanyRole },
): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission,
      subject: "Your role in the company changed",
      paragraphs: [`In ${withoutAddresses(companyName)} you are now ${roleWords[role]}.`],
      action: { label: "See the company", path: "/user/settings/company" },
    },
  ]);
}

export async function mailRemoved(tx: Tx, to: string, companyName: string): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission,
      subject: `You no longer belong to ${withoutAddresses(companyName)}`,
      paragraphs: [
        "Orders, holdings and retirements stay with the company. Your account stays too, with a company of its own.",
      ],
      action: { label: "Go to the marketplace", path: "/login" },
    },
  ]);
}
