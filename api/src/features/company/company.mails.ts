import { invitationDays } from "@tonneline/contract/company";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Tx } from "../../core/db.ts";
import { tokenPlaceholder, writeMails } from "../../core/mail.ts";
import { withoutAddresses } from "../../core/mailText.ts";
import { coded } from "../../core/mailTexts/texts.ts";

// Mails to accounts may be read by those who may read accounts.
const permission = "users:read" as const;

const roleWords: Record<CompanyRole, string> = {
  OWNER: "an owner, who may do everything and manages the members",
  BUYER: "a buyer, who orders and retires",
  APPROVER: "an approver, who decides on requests and may buy",
  ACCOUNTANT: "an accountant, who reads orders and invoices and keeps the company's details",
  VIEWER: "a viewer, who reads the portfolio and its certificates",
};

/** Mails an invitation. Its link only works for this address; names entered by users cannot turn into links. */
export async function mailInvitation(
  tx: Tx,
  to: string,
  invitation: { invitedBy: string; companyName: string; role: CompanyRole },
  secret: { token: string; until: Date },
): Promise<void> {
  const { invitedBy, companyName, role } = invitation;
  await writeMails(tx, [
    {
      to,
      permission,
      secret,
      ...coded(
        "company.invitation",
        {
          inviter: withoutAddresses(invitedBy),
          company: withoutAddresses(companyName),
          role: roleWords[role],
          days: `${invitationDays}`,
        },
        { path: `/invitation?token=${tokenPlaceholder}` },
      ),
    },
  ]);
}

/** Tells a member in words what their new role allows; not for those who changed their own role. */
export async function mailRoleChanged(
  tx: Tx,
  to: string,
  { companyName, role }: { companyName: string; role: CompanyRole },
): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission,
      ...coded(
        "company.role",
        { company: withoutAddresses(companyName), role: roleWords[role] },
        { path: "/user/settings/company" },
      ),
    },
  ]);
}

/** Tells someone who was removed from a company by others: the account remains, and the button leads to its login. */
export async function mailRemoved(tx: Tx, to: string, companyName: string): Promise<void> {
  await writeMails(tx, [
    {
      to,
      permission,
      ...coded("company.removed", { company: withoutAddresses(companyName) }, { path: "/login" }),
    },
  ]);
}
