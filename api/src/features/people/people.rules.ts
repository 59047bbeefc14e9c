import { roleNames } from "@tonneline/contract/accounts";
import { hasAllPermissions } from "@tonneline/contract/people";
import type { Caller } from "../../core/http/serve.ts";

/** Returns why a caller who may manage roles cannot change this one; undefined if they can. */
export function roleChangeRefusal(
  caller: Pick<Caller, "userId" | "permissions">,
  user: { id: number },
  role: { permissions: readonly string[] },
): { code: "FORBIDDEN" | "INVALID_TRANSITION"; detail: string } | undefined {
  if (user.id === caller.userId) {
    return { code: "INVALID_TRANSITION", detail: "You cannot change your own role." };
  }
  if (!hasAllPermissions(caller.permissions, role.permissions)) {
    return { code: "FORBIDDEN", detail: "You cannot give a role that has more rights than you." };
  }
  return undefined;
}

/** Whether a role is built in: the product relies on its name and permissions. */
export function isFixedRole(name: string): boolean {
  return (Object.values(roleNames) as string[]).includes(name);
}

/** Whether no account with full permissions would be left without this one. */
export function isLastAdmin(userId: number, adminIds: readonly number[]): boolean {
  return adminIds.length === 1 && adminIds[0] === userId;
}
