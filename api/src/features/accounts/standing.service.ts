import { roleNames } from "@tonneline/contract/accounts";
import type { Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { mailAdmitted } from "./accounts.mails.ts";
import * as store from "./accounts.sql.ts";

/**
 * Gives an account the role User and tells its owner by mail, in the caller's transaction. Once is enough: an account
 * that has the role hears nothing. Every server follows within 5 s. NOT_FOUND for an unknown account.
 */
export async function admitUser(tx: Tx, userId: number, publicUrl: string): Promise<void> {
  const user = (await store.lockUser(tx, userId)) ?? refuse("NOT_FOUND");
  if (!(await store.setRole(tx, userId, roleNames.user))) return;
  await mailAdmitted(tx, user.username, user.firstName, `${publicUrl}/login`);
}

/** Blocks an account and ends its sessions; every server follows within 5 s. NOT_FOUND for an unknown account. */
export async function blockUser(tx: Tx, userId: number, reason: string): Promise<void> {
  if (!(await store.lockUser(tx, userId))) return refuse("NOT_FOUND");
  await store.setBlocked(tx, userId, reason);
  await store.endSessionsOf(tx, userId, "the account was blocked");
}

/** Lets a blocked account log in again. NOT_FOUND for an unknown account. */
export async function unblockUser(tx: Tx, userId: number): Promise<void> {
  if (!(await store.lockUser(tx, userId))) return refuse("NOT_FOUND");
  await store.setBlocked(tx, userId, null);
}
