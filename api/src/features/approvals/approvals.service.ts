import { isDeepStrictEqual } from "node:util";
import type { Approval, PendingApproval } from "@tonneline/contract/approvals";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import { hasCompanyRight, type CompanyRole } from "@tonneline/contract/companyRoles";
import { orderDetails, type Order } from "@tonneline/contract/orders";
import { endOf } from "../../core/days.sql.ts";
import { inTransaction, lockOwner, type Db, type Executor, type Tx } from "../../core/db.ts";
import { Refusal, refuse } from "../../core/errors.ts";
import { addJob } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { lockOwnCompany } from "../../core/ownCompany.sql.ts";
import { formatInteger } from "../../core/formats.ts";
import { notify } from "../notifications/notifications.service.ts";
import { placeOrder, type NewOrder } from "../orders/orders.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailApproved, mailRefused, mailRequested } from "./approvals.mails.ts";
import { mayDecide, rulesMet, statusOf } from "./approvals.rules.ts";
import * as store from "./approvals.sql.ts";
import { approvalView, changesOf, leftOf } from "./approvals.view.ts";
import { budgetsOf } from "./budgets.sql.ts";
import {
  approvalEnds,
  endedBy,
  freeCredits,
  summed,
  notifyRequester,
  type ApprovalContext,
} from "./ending.service.ts";

/** The part of an order that the rules apply to. */
export type ProspectiveOrder = Pick<NewOrder, "userId" | "items" | "netCents" | "totalCredits"> & {
  details: Pick<NewOrder["details"], "costCentre">;
};

/**
 * Returns a company's rules by which this order needs approval; empty if it may be placed at once. Must run in the
 * transaction that places it: orders against a budget are serialized per company.
 */
export async function rulesFor(
  tx: Tx,
  companyId: number,
  rules: readonly ApprovalRule[],
  order: ProspectiveOrder,
): Promise<ApprovalRule[]> {
  if (order.details.costCentre && rules.some(({ kind }) => kind === "OVER_BUDGET")) {
    await lockOwner(tx, "budgets", companyId);
  }
  return await rulesNow(tx, companyId, rules, order);
}

async function rulesNow(
  executor: Executor,
  companyId: number,
  rules: readonly ApprovalRule[],
  order: ProspectiveOrder,
): Promise<ApprovalRule[]> {
  if (rules.length === 0) return [];
  const { items, details, netCents, totalCredits } = order;
  const projectIds = items.flatMap(({ projectId }) => projectId ?? []);
  const bare = await store.withoutLabel(executor, projectIds);
  const { costCentre } = details;
  const [budget] = costCentre ? await budgetsOf(executor, companyId, { costCentre }) : [];
  return rulesMet(rules, {
    netCents,
    tonnes: totalCredits,
    hasExAnte: items.some(
      ({ product }) => "vintage" in product && product.vintage.creditType.id === "EX_ANTE",
    ),
    lacksLabel: bare.length > 0,
    leftCents: budget ? leftOf(budget) : null,
  });
}

/** Returns the rules by which an order would need approval, and who may decide; requests nothing. */
export async function requiredApproval(
  executor: Executor,
  company: { id: number; rules: readonly ApprovalRule[] },
  order: ProspectiveOrder,
): Promise<{ rules: ApprovalRule[]; waitsFor: string[] }> {
  const rules = await rulesNow(executor, company.id, company.rules, order);
  if (rules.length === 0) return { rules, waitsFor: [] };
  const deciders = await store.decidersOf(executor, company.id, order.userId);
  return { rules, waitsFor: deciders.map(({ name }) => name) };
}

/**
 * Stores an order as a request for approval, in the caller's transaction. Its credits, which the caller has reserved for
 * the buyer, stay reserved until it is decided or expires. Notifies those who may decide.
 */
export async function requestApproval(
  tx: Tx,
  order: NewOrder,
  { companyId, rules, holdHours }: { companyId: number; rules: ApprovalRule[]; holdHours: number },
): Promise<PendingApproval> {
  const { userId } = order;
  // A member who has left by now may not request anything. Until this ends, they cannot leave, and the company cannot be
  // merged.
  const isOwn = (await lockOwnCompany(tx, userId)) === companyId;
  if (!isOwn || !(await store.roleNow(tx, companyId, userId))) refuse("FORBIDDEN");
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
  const until = await endOf(tx, expiresAt);
  await mailRequested(
    tx,
    deciders.map(({ username }) => username),
    { ...order, id, requester, until, items: order.items.map(lineOf) },
  );
  return { approval: { id, status: "PENDING", rules, expiresAt: expiresAt.toISOString() } };
}

function lineOf({ product, quantity }: NewOrder["items"][number]): string {
  if ("reportName" in product) return product.reportName;
  return `${product.project.name}, vintage ${product.vintage.year}: ${formatInteger(quantity)} t`;
}

/** Returns a request of the reader's company. NOT_FOUND. */
export async function readApproval(
  executor: Executor,
  reader: store.Reader,
  approvalId: number,
): Promise<Approval> {
  const { companyId } = reader;
  const row = (await store.approvalById(executor, companyId, approvalId)) ?? refuse("NOT_FOUND");
  const projectIds = row.items.flatMap(({ projectId }) => projectId ?? []);
  const isOpen = statusOf(row) === "PENDING";
  const [withoutLabel, deciders, budgets] = await Promise.all([
    store.withoutLabel(executor, projectIds),
    isOpen ? store.decidersOf(executor, companyId, row.user_id) : [],
    row.cost_centre ? budgetsOf(executor, companyId, { costCentre: row.cost_centre }) : [],
  ]);
  const waitsFor = deciders.map(({ name }) => name);
  return approvalView(row, reader, { withoutLabel, waitsFor, budget: budgets[0] });
}

/** Locks a pending request, and checks that the member may still decide it. */
async function lockedFor(
  tx: Tx,
  { approvalId, member }: ApprovalContext,
): Promise<store.ApprovalRow> {
  const { userId } = member;
  // Before the request and its people, in the lock order of a merge, which waits for both.
  const companyId = await lockOwnCompany(tx, userId);
  await store.lockApproval(tx, approvalId);
  const row = (await store.approvalById(tx, companyId, approvalId)) ?? refuse("NOT_FOUND");
  const role = await store.roleNow(tx, companyId, userId);
  if (!role || !mayDecide({ userId, role }, row.user_id)) {
    const isOwn = row.user_id === userId;
    refuse("FORBIDDEN", isOwn ? { detail: "You cannot approve your own request." } : {});
  }
  if (statusOf(row) !== "PENDING") refuse("INVALID_TRANSITION");
  return row;
}

/**
 * Places the order of a request at its prices. FORBIDDEN for one's own, or without the right by now; INVALID_TRANSITION if
 * it has ended; NOT_PURCHASABLE. CART_CHANGED if the approver has not been shown today's catalogue: approving again places
 * the order.
 */
export async function approve(
  db: Db,
  settings: SettingsService,
  context: ApprovalContext & { version: number | undefined },
): Promise<Order> {
  const { ceilings } = await settings.current();
  const outcome = await inTransaction(db, async (tx): Promise<Order | Refusal> => {
    const row = await lockedFor(tx, context);
    if (context.version !== undefined && context.version !== row.version)
      return refuse("VERSION_CONFLICT");
    await requireMayStillBuy(tx, row);
    if (row.items.some(({ isGone }) => isGone)) {
      const detail = "Part of this request is no longer offered. Refuse it, and order the rest.";
      return refuse("NOT_PURCHASABLE", { detail });
    }
    const changes = changesOf(row.items);
    if (changes.length > 0 && !isDeepStrictEqual(row.told_changes, changes)) {
      await store.recordChanges(tx, row.id, changes);
      const detail =
        "The catalogue has changed since this was requested. Its prices still apply: look at what changed, then approve again.";
      // Returned, not thrown: a rollback would lose the record of what was shown.
      return new Refusal("CART_CHANGED", { detail });
    }
    const order = await placeOrder(tx, newOrder(row, ceilings.ordersPerHour));
    const decider = await endedBy(tx, context.actor, row, {
      status: "APPROVED",
      orderId: order.id,
    });
    const mailed = { ...summed(row), decider, orderId: order.id };
    await notifyRequester(
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

/** Refuses the order of a requester who could no longer place it: blocked, or with another role by now. */
async function requireMayStillBuy(tx: Tx, row: store.ApprovalRow): Promise<void> {
  const role = await store.roleNow(tx, row.company_id, row.user_id);
  if (role && hasCompanyRight(role as CompanyRole, "buy", false)) return;
  const detail = `${row.requester_name} may no longer order for your company. Refuse the request, and have somebody else ask for it.`;
  refuse("NOT_PURCHASABLE", { detail });
}

/** Refuses a request with a reason; its credits go back on sale. FORBIDDEN and INVALID_TRANSITION as for `approve`. */
export async function refuseApproval(
  db: Db,
  context: ApprovalContext,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedFor(tx, context);
    await freeCredits(tx, [row], context.actor.userId, "refused");
    const decider = await endedBy(tx, context.actor, row, { status: "REFUSED", reason });
    await notifyRequester(tx, row, "approval.refused", { reason, person: decider }, (to) =>
      mailRefused(tx, to, { ...summed(row), decider, reason }),
    );
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
