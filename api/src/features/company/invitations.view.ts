import type { Invitation } from "@tonneline/contract/company";
import type { InvitationRow } from "./invitations.sql.ts";

/** As the company and operators read it. Its link is in the mail alone: only a hash of the token is kept. */
export function invitationView(row: InvitationRow): Invitation {
  const { id, email, role, invitedBy, createdAt, expiresAt } = row;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
