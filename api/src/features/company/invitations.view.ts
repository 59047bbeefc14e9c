import type { Invitation } from "@tonneline/contract/company";
import type { InvitationRow } from "./invitations.sql.ts";

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
