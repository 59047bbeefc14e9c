import { mayForCompany, type CompanyRole } from "@tonneline/contract/companyRoles";
import { z } from "zod";
import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { job } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailExpired, type Requester } from "./approvals.mails.ts";
import * as store from "./approvals.sql.ts";
import { statusOf } from "./approvals.view.ts";

export { followInvoiceEmail, holdRequestsOf } from "./approvals.sql.ts";

/** The time of a request is over. */
export const approvalEnds = job("approval.ends", z.object({ approvalId: z.int() }));

/** A member of a company who reads requests or decides on them. */
export interface Member {
  companyId: number;
  userId: number;
}

export interface DecisionContext {
  approvalId: number;
  member: Member;
  actor: KnownActor;
}

/**
 * A member's own request, locked until the transaction ends. NOT_FOUND for one of another company, FORBIDDEN for a
 * colleague's.
 */
export async function lockOwn(
  tx: Tx,
  { approvalId, member }: Pick<DecisionContext, "approvalId" | "member">,
): Promise<store.ApprovalRow> {
  await store.lockApproval(tx, approvalId);
  const row = (await store.approvalById(tx, member.companyId, approvalId)) ?? refuse("NOT_FOUND");
  if (row.user_id !== member.userId) refuse("FORBIDDEN");
  return row;
}

/** Takes back one's own request; the credits return to sale. FORBIDDEN for another's. */
export async function withdraw(db: Db, context: DecisionContext): Promise<void> {
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

/** What a request asked for, and whether it waited until now. */
interface TakenUp {
  items: Pick<store.ItemRow, "vintageId" | "reportId" | "quantity" | "product">[];
  waited: boolean;
}

/**
 * What one's own request asked for, to be put into a cart; one that still waits is taken back with it, in the caller's
 * transaction. INVALID_TRANSITION for one that became an order.
 */
export async function takeUp(tx: Tx, context: DecisionContext): Promise<TakenUp> {
  const row = await lockOwn(tx, context);
  if (row.status === "APPROVED") refuse("INVALID_TRANSITION");
  const waited = row.status === "PENDING";
  if (waited) await withdrawLocked(tx, row, context.actor);
  return { items: row.items, waited };
}

/**
 * Ends what somebody still asks of their company and frees its credits, in the transaction in which they leave it or are
 * erased; before their account is locked, as decisions do.
 */
export async function endRequestsOf(tx: Tx, userId: number, actor: Actor): Promise<void> {
  const rows: store.ApprovalRow[] = [];
  await store.holdRequestsOf(tx, userId);
  await store.lockRequester(tx, userId);
  // With those that came before the second lock.
  for (const id of await store.holdRequestsOf(tx, userId)) {
    rows.push((await store.anyApproval(tx, id))!);
  }
  await freeCredits(tx, rows, actor.userId, "ended, its requester is gone");
  for (const row of rows) await endedBy(tx, actor, row, { status: "WITHDRAWN" });
}

/** Ends a request whose time is over and frees its credits; nothing when it was decided before. */
export async function endInTime(db: Db, approvalId: number): Promise<void> {
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

/** Frees what requests hold; `how` they ended is noted with it. */
export async function freeCredits(
  tx: Tx,
  rows: readonly store.ApprovalRow[],
  actorId: number | null,
  how: string,
): Promise<void> {
  const held = rows.flatMap((row) =>
    row.items.flatMap(({ vintageId, quantity }) =>
      vintageId === null ? [] : [{ vintageId, quantity, row }],
    ),
  );
  await lockAvailable(
    tx,
    held.map(({ vintageId }) => vintageId),
  );
  await postMovements(
    tx,
    held.map(({ vintageId, quantity, row }) => ({
      vintageId,
      quantity,
      kind: "RELEASE" as const,
      ownerId: row.user_id,
      ...(actorId !== null && { actorId }),
      reason: `request ${row.id} ${how}`,
    })),
  );
}

const verbs = { APPROVED: "approve", REFUSED: "refuse", WITHDRAWN: "withdraw" } as const;

/** Ends it with an entry in the audit log; returns the name of who decided. */
export async function endedBy(
  tx: Tx,
  actor: Actor,
  row: store.ApprovalRow,
  end: { status: keyof typeof verbs; reason?: string; orderId?: number },
): Promise<string> {
  const decidedBy = actor.userId;
  // The lock has decided already: if the statement disagrees, nothing may be kept.
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

/** What mails and notifications say of a request: its tonnes, and its sums in cents. */
export const summed = (row: store.ApprovalRow) => ({
  id: row.id,
  totalCredits: row.total_credits,
  netCents: row.net_cents,
  grossCents: row.gross_cents,
});

/** Tells whoever asked what became of the request: always on the page, and by `mail` who can still log in. */
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
  if (to) await mail({ ...to, reads: mayForCompany(to.role as CompanyRole, "orders", false) });
}
