import type { Tx } from "../../core/db.ts";
import * as store from "./accounts.sql.ts";
import { endSessionsOf } from "./sessions.sql.ts";

/** Locks an account against another change of it in the same moment; false without one. */
export async function lockAccount(tx: Tx, userId: number): Promise<boolean> {
  return (await store.lockUser(tx, userId)) !== undefined;
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

/** Counts tonnes of a paid order off again that a credit note took back. */
export function noteTakenBack(tx: Tx, userId: number, tonnes: number): Promise<void> {
  return store.deductPurchase(tx, userId, tonnes);
}

/** Counts a paid order of so many tonnes for its buyer. */
export function notePurchase(tx: Tx, userId: number, tonnes: number, paidAt: Date): Promise<void> {
  return store.addPurchase(tx, userId, tonnes, paidAt);
}
