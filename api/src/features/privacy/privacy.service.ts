import { deleteRunsOf } from "../../core/bulk.ts";
import type { Erasure, ErasureObstacle } from "@tonneline/contract/privacy";
import { hasAllPermissions } from "@tonneline/contract/people";
import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { deleteAnswersOf } from "../../core/idempotency.ts";
import { deleteMailsWith } from "../../core/mail.ts";
import { eraseAccount } from "../accounts/erasure.service.ts";
import { endRequestsOf, replaceInvoiceEmail, lockRequestsOf } from "../approvals/ending.service.ts";
import { emptyCart, lockExistingCart } from "../cart/cart.service.ts";
import { closeCompany, lockCompanyOf } from "../company/company.service.ts";
import { deleteOverridesOf } from "../flags/flags.service.ts";
import { deleteInvitationsTo } from "../company/invitations.service.ts";
import { refreshImportUsernames } from "../imports/runs.service.ts";
import { deleteNotificationsOf } from "../notifications/notifications.service.ts";
import { refreshOrderUsernames, lockOrdersOf } from "../orders/orders.service.ts";
import { eraseBuyer, lockRetirementsOf } from "../retirements/retirements.service.ts";
import { lockForErasure } from "../people/people.service.ts";
import { replaceAddress } from "../receivables/receivables.service.ts";
import { deleteNotesOn } from "../records/records.service.ts";
import { releaseQuotesOf, lockQuotesOf } from "../quotes/keeping.service.ts";
import { deleteSearchesOf } from "../shortlists/searches.service.ts";
import { deleteRequestsOf } from "../support/support.service.ts";
import { deleteViewsOf } from "../views/views.service.ts";
import { erasedUsername, obstaclesTo } from "./privacy.rules.ts";
import { accountOf, namedAs, personalData, recordsOf, type Whose } from "./privacy.sql.ts";

async function personOf(db: Db, userId: number): Promise<Whose> {
  return (await accountOf(db, userId)) ?? refuse("NOT_FOUND");
}

/** Exports all data stored about the caller. */
export async function exportMine(db: Db, actor: KnownActor): Promise<object> {
  return await exportData(db, await personOf(db, actor.userId), actor);
}

/** Exports a person's data for an operator. NOT_FOUND; FORBIDDEN for an account with permissions the caller lacks. */
export async function exportOf(
  db: Db,
  userId: number,
  actor: Actor,
  mine: readonly string[],
): Promise<object> {
  const whose = await personOf(db, userId);
  requireRights(mine, whose.permissions);
  return await exportData(db, whose, actor);
}

async function exportData(db: Db, whose: Whose, actor: Actor): Promise<object> {
  const data = await personalData(db, whose);
  await recordAudit(db, actor, {
    action: "user.export",
    thing: { type: "user", id: whose.userId, name: whose.username },
  });
  return data;
}

/** Returns what erasing the caller's account would retain, and what prevents it. */
export async function previewMine(db: Db, userId: number): Promise<Erasure> {
  const { isLastAdmin } = await personOf(db, userId);
  return await erasureOf(db, userId, isLastAdmin);
}

/** Like `previewMine`, for an operator. NOT_FOUND; FORBIDDEN for an account with permissions the caller lacks. */
export async function previewOf(db: Db, userId: number, mine: readonly string[]): Promise<Erasure> {
  const { permissions, isLastAdmin } = await personOf(db, userId);
  requireRights(mine, permissions);
  return await erasureOf(db, userId, isLastAdmin);
}

/**
 * Erases the caller's account; their password must have been checked. IN_USE, with the reason, while orders or retirements
 * are in progress, credits are held, or no other Admin is left.
 */
export async function eraseMine(db: Db, files: FileStore, actor: KnownActor): Promise<void> {
  await inTransaction(db, (tx) => erase(files, tx, actor.userId, actor));
}

/**
 * Erases an account for an operator, who has to repeat its name. INVALID_TRANSITION if the name does not match, for the
 * operator's own account, and if it was erased before.
 */
export async function eraseOf(
  db: Db,
  files: FileStore,
  userId: number,
  username: string,
  actor: Actor,
  mine: readonly string[],
): Promise<void> {
  const whose = await personOf(db, userId);
  requireRights(mine, whose.permissions);
  if (userId === actor.userId) refuse("INVALID_TRANSITION", ownAccount);
  if (whose.erased)
    refuse("INVALID_TRANSITION", { detail: "This account has already been erased." });
  if (username.trim().toLowerCase() !== whose.username) refuse("INVALID_TRANSITION", otherName);
  await inTransaction(db, (tx) => erase(files, tx, userId, actor));
}

/**
 * Erases an account. Locks the cart, then the company (the order of checkout and of member changes), then orders, quotes,
 * retirements and requests; accounts after all of these, and stock last. A decision in progress writes mails, which are
 * deleted below: hence it is waited for.
 */
async function erase(files: FileStore, tx: Tx, userId: number, actor: Actor): Promise<void> {
  await lockExistingCart(tx, userId);
  await lockCompanyOf(tx, userId);
  await lockOrdersOf(tx, userId);
  await lockQuotesOf(tx, userId);
  await lockRetirementsOf(tx, userId);
  await lockRequestsOf(tx, userId);
  const erased = erasedUsername(userId);
  // Otherwise the audit log would reintroduce the name.
  const by = actor.userId === userId ? { ...actor, username: erased } : actor;
  const { account, isLastAdmin } = (await lockForErasure(tx, userId)) ?? refuse("NOT_FOUND");
  await emptyCart(tx, userId);
  await releaseQuotesOf(tx, userId);
  await endRequestsOf(tx, userId, by);
  const { obstacles, kept, closes } = await erasureOf(tx, userId, isLastAdmin);
  if (obstacles[0]) refuse("IN_USE", { detail: obstacleText[obstacles[0].obstacle], obstacles });
  const { username } = account;
  const { name, colleagues } = await namedAs(tx, userId);
  if (closes !== null) await closeCompany(tx, closes);
  const colleagueIds = colleagues.map(({ id }) => id);
  await deleteNotificationsOf(tx, { userId, username, name, colleagueIds });
  await deleteSearchesOf(tx, userId);
  await deleteViewsOf(tx, userId);
  await deleteRequestsOf(tx, userId, username);
  await deleteOverridesOf(tx, username);
  await deleteAnswersOf(tx, userId);
  await deleteRunsOf(tx, userId);
  const addresses = colleagues.map((each) => each.username);
  await deleteMailsWith(tx, { address: username, name, colleagues: addresses });
  await deleteInvitationsTo(tx, username);
  await deleteNotesOn(tx, userId);
  await replaceInvoiceEmail(tx, username, erased);
  await replaceAddress(tx, username, erased);
  await eraseAccount(tx, files, userId, erased);
  await refreshOrderUsernames(tx, userId);
  await eraseBuyer(tx, userId);
  await refreshImportUsernames(tx, userId);
  await recordAudit(tx, by, {
    action: "user.erase",
    thing: { type: "user", id: userId, name: erased },
    after: { kept },
  });
}

/** Also returns the company that closes because nobody is left in it; null if others are. */
async function erasureOf(
  executor: Executor,
  userId: number,
  isLastAdmin: boolean,
): Promise<Erasure & { closes: number | null }> {
  const records = await recordsOf(executor, userId);
  const { orders, invoices, retirements, auditEntries, companyId, isAlone, ...underWay } = records;
  return {
    obstacles: obstaclesTo({ ...underWay, isLastAdmin }),
    kept: { orders, invoices, retirements, auditEntries },
    closes: isAlone ? companyId : null,
  };
}

const obstacleText: Record<ErasureObstacle, string> = {
  OPEN_ORDERS: "An order still waits for approval or payment. It must be paid or rejected first.",
  RETIREMENTS_IN_PROGRESS: "A retirement is still in progress. It must be completed first.",
  CREDITS_HELD: "Credits in the portfolio are not retired: without the account nobody could.",
  LAST_ADMIN: "This is the last Admin who can log in. Make somebody else Admin first.",
  LAST_OWNER: "This is the last owner of the company. Make another member owner first.",
};
const ownAccount = { detail: "Erase your own account in your settings." };
const otherName = { detail: "This is not the email of the account." };

function requireRights(mine: readonly string[], theirs: readonly string[]): void {
  if (hasAllPermissions(mine, theirs)) return;
  refuse("FORBIDDEN", {
    detail: "This account has more rights than yours. Ask somebody who has all its rights.",
  });
}
