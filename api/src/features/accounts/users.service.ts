import { roleNames } from "@tonneline/contract/accounts";
import { companyRoles, mayForCompany, type CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";
import * as store from "./accounts.sql.ts";
import { endSessionsOf } from "./sessions.sql.ts";

export { moveMembers, operatorsWith, recordPurchase, recordTakenBack } from "./accounts.sql.ts";

/** Locks an account against another change of it in the same moment; false without one. */
export async function lockAccount(tx: Tx, userId: number): Promise<boolean> {
  return (await store.lockUser(tx, userId)) !== undefined;
}

/**
 * To whom news and papers of what somebody bought for a company go: to them while they belong to it, otherwise to its owners.
 * Nobody who is blocked hears of it, so it may be nobody.
 */
export function buyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
): Promise<{ userId: number; username: string }[]> {
  return store.buyersOf(executor, bought, companyRoles);
}

const orderReaders = companyRoles.filter((role) => mayForCompany(role, "orders", false));

/** The same of an order, its invoices and reminders, which not every member may read. */
export function orderBuyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
): Promise<{ userId: number; username: string }[]> {
  return store.buyersOf(executor, bought, orderReaders);
}

/** Changes names, phone, role or partner; what is left out stays. */
export function changeAccount(tx: Tx, userId: number, change: store.UserChange): Promise<void> {
  return store.updateUser(tx, userId, change);
}

/** Blocks an account and ends its sessions. False when it was blocked before. */
export async function blockAccount(tx: Tx, userId: number, reason: string): Promise<boolean> {
  if (!(await store.setBlocked(tx, userId, reason))) return false;
  await endSessionsOf(tx, userId, "the account was blocked");
  return true;
}

/** False when the account was not blocked. */
export function unblockAccount(tx: Tx, userId: number): Promise<boolean> {
  return store.setBlocked(tx, userId, null);
}

/** Counts off a paid order that awaits its payment again; `lastPaidAt` tells of those that are paid still, null for none. */
export async function recordReopened(
  tx: Tx,
  userId: number,
  tonnes: number,
  lastPaidAt: () => Promise<Date | null>,
): Promise<void> {
  await store.recordTakenBack(tx, userId, tonnes);
  // The account is locked by now: what was paid or taken back meanwhile counts.
  await store.setLastPurchase(tx, userId, await lastPaidAt());
}

/** Gives an account another role in its company. */
export function changeCompanyRole(
  tx: Tx,
  userId: number,
  company: { id: number; role: CompanyRole },
): Promise<void> {
  return store.setCompany(tx, userId, company);
}

/** Puts an account into a company of its own, which is called after its person. */
export async function leaveCompany(tx: Tx, userId: number): Promise<void> {
  const { firstName, lastName } = (await store.lockUser(tx, userId))!;
  const id = await store.openCompany(tx, `${firstName} ${lastName}`);
  await store.setCompany(tx, userId, { id, role: "OWNER" });
}

/**
 * Puts an account into a company that invited its address, which is proven by that: verified, and admitted as the
 * company is. One that was never verified is whoever has the address: `own` takes the place of what was registered
 * there, with the password of nobody knows whom. BLOCKED stays blocked: false then.
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

/** Makes a verified and admitted account within a company. Undefined when the username is taken. */
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
