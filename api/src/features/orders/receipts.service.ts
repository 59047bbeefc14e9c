import { maxPaymentEuros } from "@tonneline/contract/ceilings";
import type { receivedPayment } from "@tonneline/contract/corrections";
import type { z } from "zod";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { requirePast, instantOn } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import type { DecisionContext } from "../../core/decisions.ts";
import { refuse } from "../../core/errors.ts";
import { earlierAnswer, storeAnswer } from "../../core/idempotency.ts";
import { addJob } from "../../core/jobs.ts";
import { cents, euros } from "../../core/money.ts";
import { recordReopened } from "../accounts/users.service.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { lockHolding, takePurchased } from "../portfolio/portfolio.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailed, notifyBuyers } from "./buyers.service.ts";
import { returnable } from "./corrections.rules.ts";
import { requireSincePlaced } from "./orders.guards.ts";
import { movementsOf, payableChanged, orders, payIfCovered } from "./life.service.ts";
import {
  lastPaidAt,
  lockOrder,
  orderedVintages,
  owedCents,
  reopenOrder,
  type LockedOrder,
} from "./life.sql.ts";
import { mailOrderReopened } from "./orders.mails.ts";
import { insertTransition } from "./orders.sql.ts";
import { covers, openCents } from "./payments.rules.ts";
import {
  insertPayment,
  netReceivedFor,
  receivedFor,
  undoPaymentsOfEntry,
  type NewPayment,
} from "./payments.sql.ts";

/** A payment from a bank statement or an operator, refused unless `openCents`, if given, is the amount open for its order. */
export type Receipt = NewPayment & { openCents?: number };

/**
 * Records a payment in the caller's transaction. An order that is covered up to the allowance becomes PAID, and awaits payment
 * again if the bank reverses it. NOT_FOUND; INVALID_TRANSITION without a payable invoice, unless a refund of a rejected order
 * comes back, if the open amount differs from the one seen, if more is reversed than was received or more received than the
 * maximum, or if the credits are retired; FORBIDDEN for the operator's own order.
 */
export async function receivePayment(
  tx: Tx,
  allowanceCents: number,
  actor: KnownActor,
  { openCents: seen, ...payment }: Receipt,
): Promise<void> {
  const { orderId: id, amountCents } = payment;
  const order = (await lockOrder(tx, id)) ?? refuse("NOT_FOUND");
  orders.require?.(order, actor);
  const { status } = order;
  const before = await receivedFor(tx, id);
  const netReceivedCents = await netReceivedFor(tx, id);
  // Of a rejected order, a refund may come back.
  const isRefundBack =
    status === "REJECTED" && amountCents > 0 && amountCents <= before - netReceivedCents;
  if (status !== "AWAITING_PAYMENT" && status !== "PAID" && !isRefundBack) {
    const detail = `Order ${id} has no invoice that can be paid: it is ${status === "REJECTED" ? "rejected" : "not approved yet"}.`;
    return refuse("INVALID_TRANSITION", { detail });
  }
  const open = openCents({ status, grossCents: owedCents(order), netReceivedCents });
  if (seen !== undefined && open !== seen) {
    const detail = `Order ${id} has ${euros(open).toFixed(2)} euros open now, not ${euros(seen).toFixed(2)}.`;
    return refuse("INVALID_TRANSITION", { detail });
  }
  if (before + amountCents < 0) {
    const detail = `Order ${id} has received ${euros(before).toFixed(2)} euros: no more can be reversed.`;
    return refuse("INVALID_TRANSITION", { detail });
  }
  if (before + amountCents > cents(maxPaymentEuros)) {
    const detail = `Order ${id} has received ${euros(before).toFixed(2)} euros: this amount would be more than an order can receive.`;
    return refuse("INVALID_TRANSITION", { detail });
  }
  await insertPayment(tx, payment, actor.userId);
  await recordReceived(tx, actor, order, { before, after: before + amountCents });
  await settle(tx, allowanceCents, actor, order, payment);
}

/** Locks the orders of several payments before any credits move, in the same lock order as decisions. */
export async function lockOrders(tx: Tx, orderIds: readonly number[]): Promise<void> {
  for (const id of orderIds.toSorted((one, other) => one - other)) await lockOrder(tx, id);
}

/**
 * Records a payment entered by an operator, idempotently by key. Refused as in `receivePayment`, and with VALIDATION_FAILED for
 * a day in the future or before the order. Payments from bank statements may be older: buyers pay ahead.
 */
export async function recordPayment(
  db: Db,
  settings: SettingsService,
  { id, actor, idempotencyKey: key }: DecisionContext,
  { amount, day, reference, open }: z.output<typeof receivedPayment>,
): Promise<void> {
  await requirePast(db, "day", day);
  const { bank } = await settings.current();
  await inTransaction(db, async (tx) => {
    // Locked first, so that two calls with the same key are serialized.
    const order = (await lockOrder(tx, id)) ?? refuse("NOT_FOUND");
    const endpoint = "order.payment";
    const call = key && {
      userId: actor.userId,
      endpoint,
      key,
      body: { id, amount, day, reference },
    };
    if (call && (await earlierAnswer(tx, call))) return;
    await requireSincePlaced(tx, day, order);
    const payment = {
      orderId: id,
      amountCents: cents(amount),
      receivedOn: day,
      reference,
      entryId: null,
      ...(open !== undefined && { openCents: cents(open) }),
    };
    await receivePayment(tx, cents(bank.allowance), actor, payment);
    if (call) await storeAnswer(tx, call, { id });
  });
}

/**
 * Reverts the payments booked from a bank entry: they stay as undone, with the reason. An order that they had paid awaits
 * payment again; INVALID_TRANSITION if its credits are retired, or if the bank has reversed more than would be left.
 */
export async function undoPayments(
  tx: Tx,
  allowanceCents: number,
  actor: KnownActor,
  entryId: number,
  reason: string,
): Promise<void> {
  const undone = await undoPaymentsOfEntry(tx, entryId, { actorId: actor.userId, reason });
  await lockOrders(
    tx,
    undone.map(({ orderId }) => orderId),
  );
  for (const { orderId, amountCents, receivedOn } of undone) {
    const order = (await lockOrder(tx, orderId)) ?? refuse("NOT_FOUND");
    orders.require?.(order, actor);
    const after = await receivedFor(tx, orderId);
    if (after < 0) {
      const detail = `The bank reversed a payment for order ${orderId}, and that reversal is booked: reverse its booking first.`;
      return refuse("INVALID_TRANSITION", { detail });
    }
    await recordReceived(tx, actor, order, { before: after + amountCents, after }, reason);
    await settle(tx, allowanceCents, actor, order, { receivedOn, because: reason });
  }
}

/**
 * Audits a change of the amount received: with a reason if an operator undoes a booking, without if the bank reverses a
 * payment.
 */
async function recordReceived(
  tx: Tx,
  actor: KnownActor,
  { id, company_name: name }: LockedOrder,
  received: { before: number; after: number },
  reason?: string,
): Promise<void> {
  await recordAudit(tx, actor, {
    action: received.after < received.before ? "order.unbook" : "order.payment",
    thing: { type: "order", id, name },
    before: { received: euros(received.before) },
    after: { received: euros(received.after), ...(reason !== undefined && { reason }) },
  });
}

/** Sets an order's status according to its payments less refunds. */
async function settle(
  tx: Tx,
  allowanceCents: number,
  actor: KnownActor,
  order: LockedOrder,
  { receivedOn, because }: { receivedOn: string; because?: string },
): Promise<void> {
  const { id, status } = order;
  const netReceivedCents = await netReceivedFor(tx, id);
  if (status === "PAID" && !covers(netReceivedCents, owedCents(order), allowanceCents)) {
    const reason = because ?? "The bank reversed the payment";
    await reopen(tx, actor, order, { reason, netReceivedCents });
  } else {
    await payIfCovered(tx, allowanceCents, actor, id, await instantOn(tx, receivedOn));
  }
  await addJob(tx, payableChanged, {});
}

/** Moves an order from PAID to AWAITING_PAYMENT: its credits leave the portfolio and are committed to it again. */
async function reopen(
  tx: Tx,
  actor: KnownActor,
  order: LockedOrder,
  { reason, netReceivedCents }: { reason: string; netReceivedCents: number },
): Promise<void> {
  const { id, user_id: userId } = order;
  const { userId: actorId } = actor;
  const vintages = await orderedVintages(tx, id);
  for (const { vintageId, quantity } of vintages) {
    const holding = await lockHolding(tx, order.company_id, vintageId);
    if (returnable(quantity, holding) < quantity) {
      const detail = `Credits of order ${id} are retired, or about to be: it stays paid. Decline the retirement first, or put the entry aside.`;
      return refuse("INVALID_TRANSITION", { detail });
    }
    await takePurchased(tx, order.company_id, vintageId, quantity);
  }
  await postMovements(tx, movementsOf("UNDELIVER", order, vintages, actorId, "to be paid again"));
  await insertTransition(tx, {
    orderId: id,
    from: "PAID",
    to: "AWAITING_PAYMENT",
    actorId,
    reason,
  });
  await reopenOrder(tx, id);
  const tonnes = order.total_credits - order.returned_credits;
  await recordReopened(tx, userId, tonnes, () => lastPaidAt(tx, userId));
  await recordAudit(tx, actor, {
    action: "order.reopen",
    thing: { type: "order", id, name: order.company_name },
    before: { status: "PAID", paidAt: order.paid_at },
    after: { status: "AWAITING_PAYMENT", reason },
  });
  const facts = { orderId: id, total: euros(order.gross_cents), reason };
  await notifyBuyers(tx, order, "order.reopened", facts);
  await mailOrderReopened(tx, await mailed(tx, order), {
    reason,
    openCents: openCents({
      status: "AWAITING_PAYMENT",
      grossCents: owedCents(order),
      netReceivedCents,
    }),
  });
}
