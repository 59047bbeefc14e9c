import { roleNames } from "@tonneline/contract/accounts";
import { companyRoles, hasCompanyRight, type CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";
import * as store from "./accounts.sql.ts";
import { endSessionsOf } from "./sessions.sql.ts";

export { moveMembers, operatorsWith, recordPurchase, recordCredited } from "./accounts.sql.ts";

/** Locks an account against concurrent changes; false if there is none. */
export async function lockAccount(tx: Tx, userId: number): Promise<boolean> {
  return (await store.lockUser(tx, userId)) !== undefined;
}

/**
 * Returns the recipients of notifications and documents about a purchase: the buyer, as long as they belong to the company,
 * otherwise its owners. Accounts that are blocked or not admitted are left out, so it may be empty.
 */
export function buyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
): Promise<{ userId: number; username: string }[]> {
  return store.buyersOf(executor, bought, companyRoles);
}

const orderReaders = companyRoles.filter((role) => hasCompanyRight(role, "orders", false));

/** Like `buyersOf`, for an order, its invoices and reminders, which not every member may read. */
export function orderBuyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
): Promise<{ userId: number; username: string }[]> {
  return store.buyersOf(executor, bought, orderReaders);
}

/** Changes names, phone, role or partner; omitted fields stay unchanged. */
export function changeAccount(tx: Tx, userId: number, change: store.UserChange): Promise<void> {
  return store.updateUser(tx, userId, change);
}

/** Blocks an account and ends its sessions. False when it was blocked before. */
export async function blockAccount(tx: Tx, userId: number, reason: string): Promise<boolean> {
  if (!(await store.setBlocked(tx, userId, reason))) return false;
  await endSessionsOf(tx, userId, "the account was blocked");
  return true;
}

/** Unblocks an account; false if it was not blocked. */
export function unblockAccount(tx: Tx, userId: number): Promise<boolean> {
  return store.setBlocked(tx, userId, null);
}

/**
 * Subtracts a paid order that is awaiting payment again; `lastPaidAt` returns the time of the last one still paid, null for
 * none.
 */
export async function recordReopened(
  tx: Tx,
  userId: number,
  tonnes: number,
  lastPaidAt: () => Promise<Date | null>,
): Promise<void> {
  await store.recordCredited(tx, userId, tonnes);
  // The account is locked by now, so this sees what was paid or reverted in the meantime.
  await store.setLastPurchase(tx, userId, await lastPaidAt());
}

/** Changes an account's role in its company. */
export function changeCompanyRole(
  tx: Tx,
  userId: number,
  company: { id: number; role: CompanyRole },
): Promise<void> {
  return store.setCompany(tx, userId, company);
}

/** Moves an account to a new company of its own, named after the person. */
export async function leaveCompany(tx: Tx, userId: number): Promise<void> {
  const { firstName, lastName } = (await store.lockUser(tx, userId))!;
  const id = await store.openCompany(tx, `${firstName} ${lastName}`);
  await store.setCompany(tx, userId, { id, role: "OWNER" });
}

/**
 * Moves an account to a company that invited its address. Accepting proves the address, so the account becomes verified,
 * and admitted like the company. If it was not verified before, its registration may have been anyone's: name and password
 * are replaced by `own`. A blocked account stays blocked: returns false.
 */
export async function joinCompany(
  tx: Tx,
  userId: number,
  company: { id: number; role: CompanyRole },
  own: { passwordHash: string; firstName: string; lastName: string } | undefined,
): Promise<boolean> {
  const user = (await store.lockUser(tx, userId))!;
  if (user.blocked) return false;
  if (own && user.verifiedAt === null) {
    const { passwordHash, ...names } = own;
    await store.setPasswordHash(tx, userId, passwordHash);
    await store.updateUser(tx, userId, { ...names, phone: null });
  }
  await store.setCompany(tx, userId, company);
  await store.markVerified(tx, userId);
  if (user.roleName === roleNames.anonymous) await store.giveRole(tx, userId, roleNames.user);
  return true;
}

/** Creates a verified and admitted account in a company; undefined if the username is taken. */
export async function registerMember(
  tx: Tx,
  member: {
    username: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
    company: { id: number; role: CompanyRole };
  },
): Promise<number | undefined> {
  const none = { phone: null, referalPartnerId: null, referalExternalId: null };
  const roleName = roleNames.user;
  const made = await store.insertUser(tx, {
    ...member,
    ...none,
    roleName,
    verified: true,
    demonstration: false,
  });
  return made?.id;
}
