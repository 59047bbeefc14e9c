import type { ManagedUser } from "@tonneline/contract/people";
import { avatarOf } from "../accounts/avatars.rules.ts";
import type { PersonRow } from "./people.sql.ts";

/** Renders an account for operators. */
export function personView(row: PersonRow): ManagedUser {
  const { roleId, roleName, avatarStorageKey, partnerId, partnerName, ...rest } = row;
  return {
    ...rest,
    avatar: avatarOf(avatarStorageKey),
    role: { id: roleId, name: roleName },
    registeredAt: row.registeredAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    lastPurchaseAt: row.lastPurchaseAt?.toISOString() ?? null,
    referalPartnerId: partnerId,
    referalPartnerName: partnerName,
  };
}
