import type { Invitation } from "@tonneline/contract/company";
import type { InvitationRow } from "./invitations.sql.ts";

/** Renders an invitation for company and operators. Its link is in the mail only: just a hash of the token is stored. */
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
