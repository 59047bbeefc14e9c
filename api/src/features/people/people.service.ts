import { roleNames } from "@tonneline/contract/accounts";
import { hasAllPermissions } from "@tonneline/contract/people";
import { refuseChanged, refuseAlreadyDone } from "../../core/changed.ts";
import type { RecordActions } from "@tonneline/contract/records";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { guardName, nameTaken } from "../../core/names.ts";
import { requireUnused } from "../../core/uses.ts";
import {
  blockAccount,
  changeAccount,
  lockAccount,
  unblockAccount,
} from "../accounts/users.service.ts";
import { mailAdmitted } from "./people.mails.ts";
import * as store from "./people.sql.ts";
import { isFixedRole, isLastAdmin, roleChangeRefusal } from "./people.rules.ts";

export interface PersonChange {
  version: number;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | null | undefined;
  roleId?: number | undefined;
  referalPartnerId?: number | null | undefined;
}

/** Locks the admins, then the account, always in this order. FORBIDDEN for an account with permissions that `mine` lacks. */
async function lockPerson(tx: Tx, mine: readonly string[], userId: number) {
  const admins = await store.lockAdmins(tx);
  if (!(await lockAccount(tx, userId))) return refuse("NOT_FOUND");
  const before = (await store.person(tx, userId))!;
  if (!hasAllPermissions(mine, before.permissions)) return refuse("FORBIDDEN", holdsMore);
  return { admins, before };
}

async function recordPerson(
  tx: Tx,
  actor: Actor,
  action: `user.${RecordActions["user"][number]}`,
  before: store.PersonRow,
) {
  const after = (await store.person(tx, before.id))!;
  const thing = { type: "user", id: before.id, name: before.username };
  await recordAudit(tx, actor, { action, thing, before: factsOf(before), after: factsOf(after) });
}

/**
 * Changes names, role or partner; tells a user who leaves the role Anonymous by mail. VERSION_CONFLICT; INVALID_TRANSITION
 * for one's own role and the last Admin's; FORBIDDEN for an account or new role with permissions the caller lacks.
 */
export async function changePerson(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
  userId: number,
  change: PersonChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { admins, before } = await lockPerson(tx, permissions, userId);
    if (before.version !== change.version) {
      return await refuseChanged(tx, { type: "user", id: userId });
    }
    const { roleId } = change;
    const hasNewRole = roleId !== undefined && roleId !== before.roleId;
    if (hasNewRole) {
      const role = (await store.lockRole(tx, roleId)) ?? unknown("roleId", "role");
      const caller = { userId: actor.userId ?? 0, permissions };
      const refusal = roleChangeRefusal(caller, before, role);
      if (refusal) return refuse(refusal.code, { detail: refusal.detail });
      if (isLastAdmin(userId, admins)) return refuse("INVALID_TRANSITION", lastAdmin);
    }
    await guardPartner(changeAccount(tx, userId, change));
    if (hasNewRole && before.roleName === roleNames.anonymous) {
      await mailAdmitted(tx, before.username);
    }
    await recordPerson(tx, actor, "user.change", before);
  });
}

/**
 * Blocks an account with a reason and ends its sessions. INVALID_TRANSITION for oneself, the last Admin, and a blocked
 * account; FORBIDDEN for an account with permissions the caller lacks.
 */
export async function blockPerson(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
  userId: number,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { admins, before } = await lockPerson(tx, permissions, userId);
    if (userId === actor.userId) {
      return refuse("INVALID_TRANSITION", { detail: "You cannot block yourself." });
    }
    if (isLastAdmin(userId, admins)) return refuse("INVALID_TRANSITION", lastAdmin);
    if (!(await blockAccount(tx, userId, reason))) {
      const step = { action: "user.block", done: "blocked" };
      return await refuseAlreadyDone(tx, { type: "user", id: userId }, step);
    }
    await recordPerson(tx, actor, "user.block", before);
  });
}

/** Unblocks an account. INVALID_TRANSITION if it is not blocked, FORBIDDEN if it has permissions the caller lacks. */
export async function unblockPerson(
  db: Db,
  actor: Actor,
  permissions: readonly string[],
  userId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { before } = await lockPerson(tx, permissions, userId);
    if (before.erased) return refuse("INVALID_TRANSITION", erasedAccount);
    if (!(await unblockAccount(tx, userId))) {
      const step = { action: "user.unblock", done: "unblocked" };
      return await refuseAlreadyDone(tx, { type: "user", id: userId }, step);
    }
    await recordPerson(tx, actor, "user.unblock", before);
  });
}

/** Creates a role. FORBIDDEN if it would have permissions the caller lacks. */
export async function createRole(
  tx: Tx,
  actor: Actor,
  mine: readonly string[],
  role: { name: string; permissions: string[] },
): Promise<number> {
  requireOwn(mine, role.permissions);
  const { id } = (await store.insertRole(tx, role)) ?? nameTaken();
  const thing = { type: "role", id, name: role.name };
  await recordAudit(tx, actor, { action: "role.create", thing, after: { ...role } });
  return id;
}

/**
 * Changes an operators' role. VERSION_CONFLICT; FORBIDDEN if it has or would get permissions the caller lacks,
 * INVALID_TRANSITION for a built-in role.
 */
export async function changeRole(
  db: Db,
  actor: Actor,
  mine: readonly string[],
  roleId: number,
  { version, ...role }: { version: number; name: string; permissions: string[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = (await store.lockRole(tx, roleId)) ?? refuse("NOT_FOUND");
    requireChangeable(before.name);
    if (before.version !== version) {
      return await refuseChanged(tx, { type: "role", id: roleId });
    }
    requireOwn(mine, [...role.permissions, ...before.permissions]);
    await guardName(store.updateRole(tx, roleId, role));
    const { name, permissions } = before;
    await recordAudit(tx, actor, {
      action: "role.change",
      thing: { type: "role", id: roleId, name },
      before: { name, permissions },
      after: role,
    });
  });
}

/**
 * Removes a role. IN_USE, with some of its users, while any account has it; FORBIDDEN if it has permissions the caller
 * lacks.
 */
export async function removeRole(
  db: Db,
  actor: Actor,
  mine: readonly string[],
  roleId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const role = (await store.lockRole(tx, roleId)) ?? refuse("NOT_FOUND");
    requireChangeable(role.name);
    requireOwn(mine, role.permissions);
    requireUnused(await store.holdersOf(tx, roleId));
    await store.removeRole(tx, roleId);
    const { name, permissions } = role;
    const thing = { type: "role", id: roleId, name };
    await recordAudit(tx, actor, { action: "role.delete", thing, before: { name, permissions } });
  });
}

const lastAdmin = {
  detail: "This is the last Admin who can log in. Make somebody else Admin first.",
};

const erasedAccount = { detail: "This account was erased: nobody can use it again." };

const holdsMore = {
  detail: "This account has more rights than yours. Ask somebody who has all its rights.",
};

function factsOf(row: store.PersonRow) {
  const { firstName, lastName, phone, roleName: role, blocked, blockedReason } = row;
  const { partnerName: partner, standing } = row;
  return { firstName, lastName, phone, role, standing, blocked, blockedReason, partner };
}

function requireOwn(mine: readonly string[], wanted: readonly string[]): void {
  if (hasAllPermissions(mine, wanted)) return;
  refuse("FORBIDDEN", { detail: "You cannot allow a role what you may not do yourself." });
}

function requireChangeable(roleName: string): void {
  if (!isFixedRole(roleName)) return;
  refuse("INVALID_TRANSITION", {
    detail: "The roles that come with the product cannot be changed.",
  });
}

function unknown(path: string, what: string): never {
  return refuseField(path, `There is no such ${what}`);
}

async function guardPartner(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // 23503: foreign key violation; the role is locked, so it is the partner.
    if ((error as { code?: string }).code === "23503") unknown("referalPartnerId", "partner");
    throw error;
  }
}

/**
 * Locks the admins and the account to be erased, and returns the account and whether it is the last Admin; undefined if
 * there is none.
 */
export async function lockForErasure(tx: Tx, userId: number) {
  const admins = await store.lockAdmins(tx);
  if (!(await lockAccount(tx, userId))) return undefined;
  const account = (await store.person(tx, userId))!;
  return { account, isLastAdmin: isLastAdmin(userId, admins) };
}
