import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import { listOrders } from "@tonneline/contract/orders";
import { listPartners } from "@tonneline/contract/partners";
import {
  blockUser,
  updateRole,
  updateUser,
  createRole,
  deleteRole,
  getRoleUses,
  getUser,
  listRoles,
  listUsers,
  unblockUser,
  type ManagedUser,
} from "@tonneline/contract/people";
import { resetSecondFactor } from "@tonneline/contract/secondFactor";
import { call, isRefusal } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { createVersionedChanges } from "../../lib/bulk.ts";
import { listOf } from "../../lib/lists.ts";
import { rowId } from "../../lib/tableSearch.ts";

/** All accounts; by default those awaiting admission. */
export const users = listOf(listUsers, {
  key: ["management", "users"],
  refreshEveryMs: 5000,
  file: "users",
  tabs: ["TO_ADMIT", "all", "ADMITTED", "UNVERIFIED", "BLOCKED"],
  sort: "registeredAt",
  descending: true,
  filters: {
    company: [rowId, "companyId"],
    role: [rowId, "roleId"],
    partner: [rowId, "partnerId"],
  },
});

const keys = { users: users.key, roles: ["management", "roles"] } as const;

/** One account; not requested while `id` is empty. */
export function useManagedUser(id: string) {
  return useQuery({
    queryKey: [...keys.users, "one", id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** A user's latest orders. */
export function useOrdersOf(userId: number) {
  return useQuery({
    queryKey: ["management", "orders", "of", userId],
    queryFn: ({ signal }) =>
      call(listOrders, { query: { userId: String(userId), size: "5" } }, { signal }),
  });
}

/** All roles with their permissions and number of users, oldest first. */
export function useRoles() {
  return useQuery({
    queryKey: keys.roles,
    queryFn: ({ signal }) => call(listRoles, { query: {} }, { signal }),
    select: ({ content }) => content,
  });
}

/** Partners to choose from, for those who may read the directory. */
export function usePartnerChoices(enabled: boolean) {
  return useQuery({
    queryKey: ["management", "partners", "choices"],
    queryFn: ({ signal }) => call(listPartners, { query: { sort: "name,asc" } }, { signal }),
    select: ({ content }) => content,
    enabled,
  });
}

/** Refetches everything about users and roles. */
export function useRefreshPeople() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.users }),
      client.invalidateQueries({ queryKey: keys.roles }),
    ]);
  };
}

export type UserChange = Omit<RequestOf<typeof updateUser>["body"], "version">;

/**
 * Changes an account; omitted fields keep their values. A user who leaves the role Anonymous is notified by mail.
 * VERSION_CONFLICT; INVALID_TRANSITION for one's own role and the last Admin's; FORBIDDEN for an account or new role
 * with more permissions than the caller.
 */
export function saveUser(user: Pick<ManagedUser, "id" | "version">, change: UserChange) {
  const params = { id: String(user.id) };
  return call(updateUser, { params, body: { ...change, version: user.version } });
}

/**
 * Blocks a user and ends all their sessions. INVALID_TRANSITION for oneself, the last Admin, and a blocked user: see
 * `blockIfNeeded`.
 */
export function block(userId: number, reason: string) {
  return call(blockUser, { params: { id: String(userId) }, body: { reason } });
}

/** Unblocks a user. INVALID_TRANSITION for an erased account, and for one that is not blocked: see `unblockIfNeeded`. */
export function unblock(userId: number) {
  return call(unblockUser, { params: { id: String(userId) } });
}

/**
 * Removes the app and all passkeys of a user who has lost them, and notifies them by mail. INVALID_TRANSITION for
 * oneself and if there are none.
 */
export function resetFactor(userId: number) {
  return call(resetSecondFactor, { params: { id: String(userId) } });
}

/** Blocks an account. Succeeds if it is already blocked for this very reason: by an attempt whose response was lost. */
export async function blockIfNeeded(userId: number, reason: string): Promise<void> {
  const isDone = (user: ManagedUser) => user.blocked && user.blockedReason === reason.trim();
  await acceptIfDone(userId, block(userId, reason), isDone);
}

/** Unblocks an account. Succeeds if it is not blocked. */
export async function unblockIfNeeded(userId: number): Promise<void> {
  await acceptIfDone(userId, unblock(userId), ({ blocked }) => !blocked);
}

async function acceptIfDone(
  userId: number,
  work: Promise<unknown>,
  isDone: (user: ManagedUser) => boolean,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isRefusal(error, "INVALID_TRANSITION")) throw error;
    if (!isDone(await call(getUser, { params: { id: String(userId) } }))) throw error;
  }
}

/** Changes many accounts, one after the other: see `createVersionedChanges`. */
export const userChanges = () => createVersionedChanges((id) => call(getUser, { params: { id } }));

export type RoleRow = ResponseOf<typeof listRoles>["content"][number];
export type RoleBody = RequestOf<typeof createRole>["body"];

/** Creates a role, or changes the given one. */
export function saveRole(role: RoleRow | undefined, body: RoleBody) {
  if (!role) return callOnce(createRole, { body });
  const params = { id: String(role.id) };
  return call(updateRole, { params, body: { ...body, version: role.version } });
}

/** Loads the users whose role this is, which prevents its removal: up to twenty, and their total. */
export function loadRoleUses(role: RoleRow, signal: AbortSignal) {
  return call(getRoleUses, { params: { id: String(role.id) } }, { signal });
}

/**
 * Deletes a role. IN_USE while users have it, INVALID_TRANSITION for a built-in role, FORBIDDEN for one with more
 * permissions than the caller.
 */
export function removeRole(role: RoleRow) {
  return call(deleteRole, { params: { id: String(role.id) } });
}
