import { hasCompanyRight, type CompanyRole } from "@tonneline/contract/companyRoles";
import { z } from "zod";
import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { job } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { releaseCredits } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailExpired, type Requester } from "./approvals.mails.ts";
import * as store from "./approvals.sql.ts";
import { statusOf } from "./approvals.rules.ts";

export { replaceInvoiceEmail, lockRequestsOf } from "./approvals.sql.ts";

/** Runs when a request expires. */
export const approvalEnds = job("approval.ends", z.object({ approvalId: z.int() }));

/** A member of a company who reads or decides requests. */
export interface Member {
  companyId: number;
  userId: number;
}

/** The request that a member of the company acts on. */
export interface ApprovalContext {
  approvalId: number;
  member: Member;
  actor: KnownActor;
}

/**
 * Locks a member's own request until the transaction ends. NOT_FOUND for one of another company, FORBIDDEN for a
 * colleague's.
 */
export async function lockOwn(
  tx: Tx,
  { approvalId, member }: Pick<ApprovalContext, "approvalId" | "member">,
): Promise<store.ApprovalRow> {
  await store.lockApproval(tx, approvalId);
  const row = (await store.approvalById(tx, member.companyId, approvalId)) ?? refuse("NOT_FOUND");
  if (row.user_id !== member.userId) refuse("FORBIDDEN");
  return row;
}

/** Withdraws the caller's own request; its credits go back on sale. FORBIDDEN for a colleague's. */
export async function withdraw(db: Db, context: ApprovalContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockOwn(tx, context);
    if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
    await withdrawLocked(tx, row, context.actor);
  });
}

async function withdrawLocked(tx: Tx, row: store.ApprovalRow, actor: KnownActor): Promise<void> {
  await freeCredits(tx, [row], actor.userId, "withdrawn");
  await endedBy(tx, actor, row, { status: "WITHDRAWN" });
}

/** What a request was for, and whether it was still pending. */
interface ReclaimedRequest {
  items: Pick<store.ItemRow, "vintageId" | "reportId" | "quantity" | "product">[];
  wasPending: boolean;
}

/**
 * Returns the items of the caller's own request, to be put into a cart, and withdraws it if it is still pending, in the
 * caller's transaction. INVALID_TRANSITION if it became an order.
 */
export async function reclaimRequest(tx: Tx, context: ApprovalContext): Promise<ReclaimedRequest> {
  const row = await lockOwn(tx, context);
  if (row.status === "APPROVED") refuse("INVALID_TRANSITION");
  const wasPending = row.status === "PENDING";
  if (wasPending) await withdrawLocked(tx, row, context.actor);
  return { items: row.items, wasPending };
}

/**
 * Ends a user's pending requests and releases their credits, in the transaction in which they leave the company or are
 * erased. Call before locking the account, which is the lock order of decisions.
 */
export async function endRequestsOf(tx: Tx, userId: number, actor: Actor): Promise<void> {
  const rows: store.ApprovalRow[] = [];
  await store.lockRequestsOf(tx, userId);
  await store.lockRequester(tx, userId);
  // Includes those made before the second lock was taken.
  for (const id of await store.lockRequestsOf(tx, userId)) {
    rows.push((await store.anyApproval(tx, id))!);
  }
  await freeCredits(tx, rows, actor.userId, "ended, its requester is gone");
  for (const row of rows) await endedBy(tx, actor, row, { status: "WITHDRAWN" });
}

/** Ends an expired request and releases its credits; a no-op if it was decided before. */
export async function expireRequest(db: Db, approvalId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await store.lockApproval(tx, approvalId);
    const row = await store.anyApproval(tx, approvalId);
    if (row?.status !== "PENDING" || !row.has_ended) return;
    await freeCredits(tx, [row], null, "ended, its time is over");
    await store.endApproval(tx, row.id, { status: "EXPIRED" });
    await notifyRequester(tx, row, "approval.expired", {}, (to) =>
      mailExpired(tx, to, summed(row)),
    );
  });
}

/** Releases the credits of requests; `how` they ended is recorded as the reason. */
export async function freeCredits(
  tx: Tx,
  rows: readonly store.ApprovalRow[],
  actorId: number | null,
  how: string,
): Promise<void> {
  const held = rows.flatMap((row) => {
    const reason = `request ${row.id} ${how}`;
    const by = { ownerId: row.user_id, ...(actorId !== null && { actorId }), reason };
    return row.items.flatMap(({ vintageId, quantity }) =>
      vintageId === null ? [] : [{ vintageId, quantity, ...by }],
    );
  });
  await releaseCredits(tx, held);
}

const verbs = { APPROVED: "approve", REFUSED: "refuse", WITHDRAWN: "withdraw" } as const;

/** Ends a request with an entry in the audit log; returns the name of the decider. */
export async function endedBy(
  tx: Tx,
  actor: Actor,
  row: store.ApprovalRow,
  end: { status: keyof typeof verbs; reason?: string; orderId?: number },
): Promise<string> {
  const decidedBy = actor.userId;
  // The locked row was pending: if the statement disagrees, the transaction must not commit.
  const isEnded = await store.endApproval(tx, row.id, { ...end, decidedBy });
  if (!isEnded) refuse("INVALID_TRANSITION");
  await recordAudit(tx, actor, {
    action: `approval.${verbs[end.status]}`,
    thing: { type: "approval", id: row.id },
    before: { status: row.status },
    after: { ...end },
  });
  return decidedBy === null ? actor.username : await store.nameOfUser(tx, decidedBy);
}

/** What mails and notifications state about a request: its tonnes, and its totals in cents. */
export const summed = (row: store.ApprovalRow) => ({
  id: row.id,
  totalCredits: row.total_credits,
  netCents: row.net_cents,
  grossCents: row.gross_cents,
});

/** Notifies the requester of the outcome: always on the page, and by `mail` if they can still log in. */
export async function notifyRequester(
  tx: Tx,
  row: store.ApprovalRow,
  code: "approval.approved" | "approval.refused" | "approval.expired",
  facts: { orderId?: number; reason?: string; person?: string },
  mail: (to: Requester) => Promise<void>,
): Promise<void> {
  const notified = { ...facts, approvalId: row.id, total: euros(row.gross_cents) };
  await notify(tx, [
    { userId: row.user_id, code, facts: { ...notified, credits: row.total_credits } },
  ]);
  const to = await store.requesterBy(tx, row.user_id);
  if (to) await mail({ ...to, reads: hasCompanyRight(to.role as CompanyRole, "orders", false) });
}
