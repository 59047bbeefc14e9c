import { roleNames } from "@tonneline/contract/accounts";
import { mayDoAll } from "@tonneline/contract/people";
import type { Caller } from "../../core/http/serve.ts";

/** Why a change of somebody's role is not possible for a caller who may manage them; undefined when it is. */
export function roleChangeRefusal(
  caller: Pick<Caller, "userId" | "permissions">,
  user: { id: number },
  role: { permissions: readonly string[] },
): { code: "FORBIDDEN" | "INVALID_TRANSITION"; detail: string } | undefined {
  if (user.id === caller.userId) {
    return { code: "INVALID_TRANSITION", detail: "You cannot change your own role." };
  }
  if (!mayDoAll(caller.permissions, role.permissions)) {
    return { code: "FORBIDDEN", detail: "You cannot give a role that may do more than you." };
  }
  return undefined;
}

/** A role of the start: the product counts on its name and permissions. */
export function isFixedRole(name: string): boolean {
  return (Object.values(roleNames) as string[]).includes(name);
}

/** Whether an account without this one's rights would leave nobody who may do everything. */
export function isLastAdmin(userId: number, adminIds: readonly number[]): boolean {
  return adminIds.length === 1 && adminIds[0] === userId;
}
