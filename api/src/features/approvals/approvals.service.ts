import { z } from "zod";
import type { Approval, PendingApproval } from "@tonneline/contract/approvals";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import { orderDetails, type Order } from "@tonneline/contract/orders";
import { noteAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { addJob, job } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { placeOrder, type NewOrder } from "../orders/orders.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailApproved, mailExpired, mailRefused, mailRequested } from "./approvals.mails.ts";
import { mayDecide, rulesMet, type Decider } from "./approvals.rules.ts";
import * as store from "./approvals.sql.ts";
import { approvalView, changesOf, leftOf, statusOf } from "./approvals.view.ts";
import { budgetsOf } from "./budgets.sql.ts";

/** The time of a request is over. */
export const approvalEnds = job("approval.ends", z.object({ approvalId: z.int() }));

/** A member of a company who reads requests or decides on them. */
export interface Member extends Decider {
  companyId: number;
}

/** The rules of a company under which this order needs a colleague's approval; empty when it may be placed at once. */
export async function rulesFor(
  tx: Tx,
  companyId: number,
  rules: readonly ApprovalRule[],
  order: NewOrder,
): Promise<ApprovalRule[]> {
  if (rules.length === 0) return [];
  const { items, details, netCents, totalCredits } = order;
  const projectIds = items.flatMap(({ projectId }) => projectId ?? []);
  const [bare, budgets] = [
    await store.withoutLabel(tx, projectIds),
    details.costCentre ? await budgetsOf(tx, companyId, { costCentre: details.costCentre }) : [],
  ];
  return rulesMet(rules, {
    netCents,
    tonnes: totalCredits,
    hasExAnte: items.some(
      ({ product }) => "vintage" in product && product.vintage.creditType.id === "EX_ANTE",
    ),
    lacksLabel: bare.length > 0,
    leftCents: budgets[0] ? leftOf(budgets[0]) : null,
  });
}

/**
 * Keeps an order as a request that waits for a colleague, in the caller's transaction. Its credits, which the caller holds
 * reserved for its buyer, stay so until it is decided or its time ends. Tells those who may decide.
 */
export async function requestApproval(
  tx: Tx,
  order: NewOrder,
  { companyId, rules, holdHours }: { companyId: number; rules: ApprovalRule[]; holdHours: number },
): Promise<PendingApproval> {
  const { userId } = order;
  const { id, expiresAt } = await store.insertApproval(tx, {
    ...order,
    companyId,
    rules,
    holdHours,
  });
  await addJob(tx, approvalEnds, { approvalId: id }, { key: `approval ${id}`, runAt: expiresAt });
  const deciders = await store.decidersOf(tx, companyId, userId);
  const { requester_name: requester } = (await store.approvalById(tx, companyId, id))!;
  const facts = {
    approvalId: id,
    person: requester,
    credits: order.totalCredits,
    total: euros(order.grossCents),
  };
  await notify(
    tx,
    deciders.map((each) => ({ userId: each.id, code: "approval.requested" as const, facts })),
  );
  await mailRequested(
    tx,
    deciders.map(({ username }) => username),
    { ...order, id, requester, expiresAt, items: order.items.map(lineOf) },
  );
  return { approval: { id, status: "PENDING", rules, expiresAt: expiresAt.toISOString() } };
}

function lineOf({ product, quantity }: NewOrder["items"][number]): string {
  if ("reportName" in product) return product.reportName;
  return `${product.project.name}, vintage ${product.vintage.year}: ${quantity.toLocaleString("en")} t`;
}

/** A request of the member's company; NOT_FOUND otherwise. */
export async function readApproval(
  executor: Executor,
  member: Member,
  approvalId: number,
): Promise<Approval> {
  const row =
    (await store.approvalById(executor, member.companyId, approvalId)) ?? refuse("NOT_FOUND");
  const projectIds = row.items.flatMap(({ projectId }) => projectId ?? []);
  const isOpen = statusOf(row) === "PENDING";
  const [withoutLabel, deciders, budgets] = await Promise.all([
    store.withoutLabel(executor, projectIds),
    isOpen ? store.decidersOf(executor, member.companyId, row.user_id) : [],
    row.cost_centre ? budgetsOf(executor, member.companyId, { costCentre: row.cost_centre }) : [],
  ]);
  const waitsFor = deciders.map(({ name }) => name);
  return approvalView(row, member, { withoutLabel, waitsFor, budget: budgets[0] });
}

interface Deciding {
  approvalId: number;
  member: Member;
  actor: KnownActor;
}

/** A request that waits, locked, with whoever wants to decide as they are at this moment. */
async function lockedFor(tx: Tx, { approvalId, member }: Deciding): Promise<store.ApprovalRow> {
  const { companyId, userId } = member;
  await store.lockApproval(tx, approvalId);
  const row = (await store.approvalById(tx, companyId, approvalId)) ?? refuse("NOT_FOUND");
  const role = await store.roleNow(tx, companyId, userId);
  if (!role || !mayDecide({ userId, role }, row.user_id)) {
    const isOwn = row.user_id === userId;
    refuse("FORBIDDEN", isOwn ? { detail: "Nobody approves their own request." } : {});
  }
  if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
  return row;
}

/**
 * Places the order of a request at the request's prices. FORBIDDEN on one's own and for who may not decide by now,
 * INVALID_TRANSITION when it has ended, NOT_PURCHASABLE for what is no longer offered. CART_CHANGED when the catalogue says
 * something else than the approver was told so far: it is told then, and approving again places the order.
 */
export async function approve(
  db: Db,
  settings: SettingsService,
  deciding: Deciding & { version: number | undefined },
): Promise<Order> {
  const { ceilings } = await settings.current();
  const outcome = await inTransaction(db, async (tx): Promise<Order | Refusal> => {
    const row = await lockedFor(tx, deciding);
    if (deciding.version !== undefined && deciding.version !== row.version)
      return refuse("VERSION_CONFLICT");
    if (row.items.some(({ isGone }) => isGone)) {
      const detail =
        "Something of this request is no longer offered. Refuse it, and order the rest.";
      return refuse("NOT_PURCHASABLE", { detail });
    }
    const changes = changesOf(row.items);
    if (
      changes.length > 0 &&
      JSON.stringify(changes) !== JSON.stringify(sorted(row.told_changes, changes))
    ) {
      await store.noteChanges(tx, row.id, changes);
      const detail =
        "The catalogue changed since this was asked for. Its prices hold; look at what changed and approve again.";
      // Returned, not thrown: what was told must be kept.
      return new Refusal("CART_CHANGED", { detail });
    }
    const order = await placeOrder(tx, newOrder(row, ceilings.ordersPerHour));
    const decider = await endedBy(tx, deciding, row, { status: "APPROVED", orderId: order.id });
    const mailed = { ...summed(row), decider, orderId: order.id };
    await tellRequester(
      tx,
      row,
      "approval.approved",
      { orderId: order.id, person: decider },
      (to) => mailApproved(tx, to, mailed),
    );
    return order;
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** Told changes with their members in the order of the others: the database keeps them in its own. */
function sorted(told: unknown, like: Approval["changes"]): unknown {
  const list = told as Approval["changes"];
  return list.length === like.length
    ? list.map(({ name, fact, before, after }) => ({ name, fact, before, after }))
    : list;
}

/** Refuses with a reason; the credits return to sale. FORBIDDEN and INVALID_TRANSITION as in approving. */
export async function refuseApproval(db: Db, deciding: Deciding, reason: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedFor(tx, deciding);
    await freeCredits(tx, row, deciding.actor.userId, `request ${row.id} refused`);
    const decider = await endedBy(tx, deciding, row, { status: "REFUSED", reason });
    await tellRequester(tx, row, "approval.refused", { reason, person: decider }, (to) =>
      mailRefused(tx, to, { ...summed(row), decider, reason }),
    );
  });
}

/** Takes back one's own request; the credits return to sale. FORBIDDEN for another's. */
export async function withdraw(db: Db, deciding: Deciding): Promise<void> {
  const { approvalId, member, actor } = deciding;
  await inTransaction(db, async (tx) => {
    await store.lockApproval(tx, approvalId);
    const row = (await store.approvalById(tx, member.companyId, approvalId)) ?? refuse("NOT_FOUND");
    if (row.user_id !== member.userId) refuse("FORBIDDEN");
    if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
    await freeCredits(tx, row, actor.userId, `request ${row.id} withdrawn`);
    await endedBy(tx, deciding, row, { status: "WITHDRAWN" });
  });
}

/** Ends a request whose time is over and frees its credits; nothing when it was decided before. */
export async function endInTime(db: Db, approvalId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await store.lockApproval(tx, approvalId);
    const row = await store.anyApproval(tx, approvalId);
    if (row?.status !== "PENDING" || !row.has_ended) return;
    await freeCredits(tx, row, undefined, `the time of request ${row.id} ended`);
    await store.endApproval(tx, row.id, { status: "EXPIRED" });
    await tellRequester(tx, row, "approval.expired", {}, (to) => mailExpired(tx, to, summed(row)));
  });
}

function newOrder(row: store.ApprovalRow, perHour: number): NewOrder {
  return {
    userId: row.user_id,
    details: orderDetails.parse(row.details),
    totalCredits: row.total_credits,
    netCents: row.net_cents,
    vatPercent: row.vat_percent,
    vatCents: row.vat_cents,
    grossCents: row.gross_cents,
    vatCategory: row.vat_category as NewOrder["vatCategory"],
    ownTermsFileId: row.own_terms_file_id,
    perHour,
    items: row.items.map((item) => ({
      productType: item.vintageId === null ? "DUE_DILIGENCE_REPORT" : "VINTAGE_CREDITS",
      vintageId: item.vintageId,
      reportId: item.reportId,
      projectId: item.projectId,
      quantity: item.quantity,
      priceCents: item.priceCents,
      product: item.product as unknown as NewOrder["items"][number]["product"],
    })),
  };
}

async function freeCredits(
  tx: Tx,
  row: store.ApprovalRow,
  actorId: number | undefined,
  reason: string,
): Promise<void> {
  const held = row.items.flatMap(({ vintageId, quantity }) =>
    vintageId === null ? [] : [{ vintageId, quantity }],
  );
  await lockAvailable(
    tx,
    held.map(({ vintageId }) => vintageId),
  );
  await postMovements(
    tx,
    held.map((each) => ({
      ...each,
      kind: "RELEASE" as const,
      ownerId: row.user_id,
      ...(actorId !== undefined && { actorId }),
      reason,
    })),
  );
}

/** Ends it with an entry in the audit log; returns the name of who decided. */
async function endedBy(
  tx: Tx,
  { actor }: Deciding,
  row: store.ApprovalRow,
  end: Omit<Parameters<typeof store.endApproval>[2], "decidedBy">,
): Promise<string> {
  // The lock has decided already: if the statement disagrees, nothing may be kept.
  const isEnded = await store.endApproval(tx, row.id, { ...end, decidedBy: actor.userId });
  if (!isEnded) refuse("INVALID_TRANSITION");
  await noteAudit(tx, actor, {
    action: `approval.${{ APPROVED: "approve", REFUSED: "refuse", WITHDRAWN: "withdraw", EXPIRED: "expire" }[end.status]}`,
    thing: { type: "approval", id: row.id },
    before: { status: row.status },
    after: { ...end },
  });
  return await store.nameOfUser(tx, actor.userId);
}

const summed = (row: store.ApprovalRow) => ({
  id: row.id,
  totalCredits: row.total_credits,
  netCents: row.net_cents,
  grossCents: row.gross_cents,
});

async function tellRequester(
  tx: Tx,
  row: store.ApprovalRow,
  code: "approval.approved" | "approval.refused" | "approval.expired",
  facts: { orderId?: number; reason?: string; person?: string },
  mail: (to: string) => Promise<void>,
): Promise<void> {
  const told = { ...facts, approvalId: row.id, total: euros(row.gross_cents) };
  await notify(tx, [{ userId: row.user_id, code, facts: { ...told, credits: row.total_credits } }]);
  const to = await store.usernameOf(tx, row.user_id);
  if (to) await mail(to);
}
