import { roleNames } from "@tonneline/contract/accounts";
import type { Caller } from "../../core/http/serve.ts";

/** Why a change of somebody's role is not possible; undefined when it is. */
export function roleChangeRefusal(
  caller: Pick<Caller, "userId" | "permissions">,
  user: { id: number; roleName: string; permissions: readonly string[] },
  role: { name: string; permissions: readonly string[] },
): { code: "FORBIDDEN" | "INVALID_TRANSITION"; detail: string } | undefined {
  if (user.id === caller.userId) {
    return { code: "INVALID_TRANSITION", detail: "You cannot change your own role." };
  }
  const mine = new Set(caller.permissions);
  if (![...role.permissions, ...user.permissions].every((each) => mine.has(each))) {
    const detail = "You cannot give or take away a role that may do more than you.";
    return { code: "FORBIDDEN", detail };
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
