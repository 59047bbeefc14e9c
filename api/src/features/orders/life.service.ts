import { orderDecisions, type OrderStatus } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { compactVatNumber } from "@tonneline/contract/vatNumbers";
import { daysAfter } from "../../core/days.ts";
import type { KnownActor } from "../../core/audit.ts";
import { bulkJob } from "../../core/bulk.ts";
import { dayOf, requirePast, requirePastMoment, instantOn, today } from "../../core/days.sql.ts";
import { databaseNow, inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type DecisionContext, type Outcome, type Subject } from "../../core/decisions.ts";
import { refuse } from "../../core/errors.ts";
import { addJob, completePosted, job } from "../../core/jobs.ts";
import { euros } from "../../core/money.ts";
import { recordPurchase } from "../accounts/users.service.ts";
import { requireComplete, issueInvoice } from "../invoices/invoices.service.ts";
import { postMovements, type Movement } from "../ledger/ledger.service.ts";
import { addPurchased } from "../portfolio/portfolio.service.ts";
import { saveCheck } from "../vatChecks/vatChecks.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailed, notifyBuyers } from "./buyers.service.ts";
import { itemsOf, currentInvoice } from "./corrections.sql.ts";
import { invoiceContent, openLines } from "./invoiceContent.ts";
import {
  changeStatus,
  lockOrder,
  owedCents,
  orderedVintages,
  type LockedOrder,
  type StatusChange,
} from "./life.sql.ts";
import { overLimitOf } from "./limit.sql.ts";
import { mailOrderPaid, mailOrderRejected, mailOrdersCreated } from "./orders.mails.ts";
import {
  requireDecidable,
  requireLimitReason,
  requireNotYearsBefore,
  requireVatCheck,
  type VatCheck,
} from "./orders.guards.ts";
import { needsVatCheck, vatAt } from "./orders.rules.ts";
import { orderConfirm } from "./orders.service.ts";
import { insertTransition, lastStep, placedOrders } from "./orders.sql.ts";
import { covers } from "./payments.rules.ts";
import { lockChangedPercent, replaceVat } from "./rates.sql.ts";
import { insertPayment, netReceivedFor } from "./payments.sql.ts";
import { knownVatCheckOf } from "./vatCheck.sql.ts";

/** Applies a decision to many orders. */
export const decideOrders = bulkJob("orders.decide");

/** The amounts due have changed: some orders became payable, or are no longer. */
export const payableChanged = job("payable.changed");

/** Orders as the subject of operators' decisions. */
export const orders: Subject<LockedOrder, StatusChange> = {
  name: "order",
  lock: lockOrder,
  require: requireDecidable,
  async move(tx, { id, from, to, actorId }, change) {
    const reason = change.rejection_reason ?? change.limit_reason;
    await addJob(tx, payableChanged, {});
    await insertTransition(tx, { orderId: id, from, to, actorId, ...(reason && { reason }) });
    return await changeStatus(tx, { orderId: id, from, to, set: change });
  },
  whyNot: (tx, { id }) => lastStep(tx, id),
  audited: {
    thing: ({ id, company_name: name }) => ({ type: "order", id, name }),
    facts: auditedFacts,
  },
};

/**
 * Approves an order: AWAITING_APPROVAL to AWAITING_PAYMENT, with the next invoice number and today's VAT. VALIDATION_FAILED if
 * reverse charge lacks a check of the VAT number, given or known, a check is in the future, or an order over the limit lacks a
 * reason; FORBIDDEN for the operator's own order.
 */
export async function approveOrder(
  db: Db,
  settings: SettingsService,
  context: DecisionContext,
  { vatCheck, limitReason }: { vatCheck?: VatCheck | undefined; limitReason?: string | undefined },
): Promise<void> {
  if (vatCheck) await requirePast(db, "vatCheck.on", vatCheck.on);
  const { seller, payment } = await settings.current();
  const request = {
    name: "approve",
    decision: orderDecisions.approve,
    body: { vatCheck, limitReason },
  };
  await inTransaction(db, (tx) =>
    decide(tx, orders, request, context, async (placed) => {
      // The confirmation has the VAT that the order was placed with.
      await mailPlacedFirst(tx, placed);
      const order = await withTodaysVat(tx, placed);
      const known = await knownVatCheckOf(tx, order);
      const check = vatCheck ?? known;
      requireVatCheck(order, check);
      const over = await overLimitOf(tx, order.id);
      requireLimitReason(order, over, limitReason);
      if (vatCheck) await rememberVatCheck(tx, context.actor, order, vatCheck, known);
      const issuedOn = await today(tx);
      const dueOn = daysAfter(issuedOn, payment.days);
      const document = { kind: "INVOICE", issuedOn, dueOn } as const;
      const lines = openLines(await itemsOf(tx, order.id));
      const content = invoiceContent(order, document, lines, { seller, payment });
      requireComplete(content);
      const approvedAt = await databaseNow(tx);
      // From here to the commit, other transactions wait for their invoice number.
      const issue = { orderId: order.id, series: "INVOICE", issuedOn, dueOn, content } as const;
      const { number: invoiceNumber } = await issueInvoice(tx, issue);
      const change = {
        invoice_number: invoiceNumber,
        approved_at: approvedAt,
        due_on: dueOn,
        vat_check_result: check?.result ?? null,
        vat_check_on: check?.on ?? null,
        vat_check_evidence: check?.evidence ?? null,
        ...(over && limitReason && { limit_reason: limitReason }),
      };
      const total = euros(order.gross_cents);
      const facts = { orderId: order.id, invoiceNumber, total, dueOn };
      const after = () => notifyBuyers(tx, order, "order.approved", facts);
      return { change, after };
    }),
  );
}

/**
 * Returns a locked order that awaits approval with the VAT of today, the day of supply: a rate that changed since the order was
 * placed applies to it (Directive 2006/112/EC, Art. 63 and 93).
 */
async function withTodaysVat(tx: Tx, order: LockedOrder): Promise<LockedOrder> {
  const percent = await lockChangedPercent(tx, order);
  return percent === null ? order : await replaceVat(tx, order, vatAt(order.net_cents, percent));
}

/** Sends an order's pending confirmation before the mail about a decision on it: in a rush confirmations wait half a minute. */
async function mailPlacedFirst(tx: Tx, { id }: LockedOrder): Promise<void> {
  if (!(await completePosted(tx, orderConfirm, { orderId: id }))) return;
  await mailOrdersCreated(tx, await placedOrders(tx, [id]));
}

/** Saves an operator's check of a VAT number under reverse charge for the company's next orders; skips an unchanged result. */
export async function rememberVatCheck(
  tx: Tx,
  actor: KnownActor,
  order: LockedOrder,
  { result, on, evidence }: VatCheck,
  known: VatCheck | undefined,
): Promise<void> {
  if (result === "NOT_CHECKED" || !needsVatCheck(order.vat_category as VatCategory)) return;
  if (known?.result === result && known.on === on) return;
  await saveCheck(tx, actor, {
    companyId: order.company_id,
    name: order.company_name,
    vatNumber: compactVatNumber(order.vat_number),
    result,
    checkedAt: await instantOn(tx, on),
    evidence: evidence ?? null,
    source: "OPERATOR",
    consultationNumber: null,
    registeredName: null,
  });
}

/**
 * Marks an order as paid: AWAITING_PAYMENT to PAID, and the credits enter the buyer's portfolio. VALIDATION_FAILED for a date
 * in the future or years before the order, FORBIDDEN for the operator's own order.
 */
export async function payOrder(db: Db, context: DecisionContext, paidAt: Date): Promise<void> {
  await requirePastMoment(db, "paidAt", paidAt);
  const request = { name: "pay", decision: orderDecisions.pay, body: { paidAt } };
  await inTransaction(db, (tx) =>
    decide(tx, orders, request, context, async (order) => {
      const amountCents = owedCents(order) - (await netReceivedFor(tx, order.id));
      const { userId: actorId } = context.actor;
      const receivedOn = await dayOf(tx, paidAt);
      await requireNotYearsBefore(tx, receivedOn, order);
      const payment = {
        orderId: order.id,
        amountCents,
        receivedOn,
        reference: null,
        entryId: null,
      };
      // Nothing is left to book if a raised allowance already covers the difference.
      if (amountCents !== 0) await insertPayment(tx, payment, actorId);
      return deliver(tx, order, actorId, paidAt);
    }),
  );
}

/** Effects of the payment: the credits enter the portfolio, and the buyers are notified. */
export async function deliver(
  tx: Tx,
  order: LockedOrder,
  actorId: number,
  paidAt: Date,
): Promise<Outcome<LockedOrder, StatusChange>> {
  const vintages = await orderedVintages(tx, order.id);
  await addPurchased(tx, order.company_id, vintages);
  await postMovements(tx, movementsOf("DELIVER", order, vintages, actorId, "paid"));
  const tonnes = order.total_credits - order.returned_credits;
  await recordPurchase(tx, order.user_id, tonnes, paidAt);
  const after = async () => {
    // Not the amount due: the payment may be higher or slightly lower.
    const netReceivedCents = await netReceivedFor(tx, order.id);
    const facts = { orderId: order.id, total: euros(netReceivedCents) };
    await notifyBuyers(tx, order, "order.paid", facts);
    await mailOrderPaid(tx, await mailed(tx, order), netReceivedCents);
  };
  return { change: { paid_at: paidAt }, after };
}

/** Moves an order from AWAITING_PAYMENT to PAID if the money kept covers the amount due, less the allowance. */
export async function payIfCovered(
  tx: Tx,
  allowanceCents: number,
  actor: KnownActor,
  id: number,
  paidAt: Date,
): Promise<void> {
  const order = (await lockOrder(tx, id)) ?? refuse("NOT_FOUND");
  const netReceivedCents = await netReceivedFor(tx, id);
  if (order.status !== "AWAITING_PAYMENT" || netReceivedCents <= 0) return;
  if (!covers(netReceivedCents, owedCents(order), allowanceCents)) return;
  const request = { name: "pay", decision: orderDecisions.pay };
  await decide(tx, orders, request, { id, actor }, (locked) =>
    deliver(tx, locked, actor.userId, paidAt),
  );
}

/**
 * Rejects an order: the credits return to sale, and an issued invoice gets a credit note. FORBIDDEN for the operator's own
 * order, INVALID_TRANSITION if the order is no longer in the status `from` that the operator saw.
 */
export async function rejectOrder(
  db: Db,
  settings: SettingsService,
  context: DecisionContext,
  { reason, from }: { reason: string; from?: OrderStatus | undefined },
): Promise<void> {
  const { seller, payment } = await settings.current();
  const request = { name: "reject", decision: orderDecisions.reject, body: { reason } };
  await inTransaction(db, (tx) =>
    decide(tx, orders, request, { ...context, from }, async (order) => {
      await mailPlacedFirst(tx, order);
      const vintages = await orderedVintages(tx, order.id);
      const { userId: actorId } = context.actor;
      await postMovements(tx, movementsOf("RETURN", order, vintages, actorId, "rejected"));
      const creditNote = order.invoice_number
        ? await issueCreditNote(tx, order, { seller, payment }, reason)
        : null;
      const after = async () => {
        const facts = { orderId: order.id, total: euros(order.gross_cents), reason };
        await notifyBuyers(tx, order, "order.rejected", facts);
        // If invoiced, the mail waits for the credit note, which is attached.
        if (!creditNote) await mailOrderRejected(tx, await mailed(tx, order), { reason });
      };
      const change = {
        rejection_reason: reason,
        ...(creditNote && { credit_note_number: creditNote }),
      };
      return { change, after };
    }),
  );
}

/** Returns the fields that a decision can change. */
function auditedFacts(order: LockedOrder) {
  return {
    status: order.status,
    invoiceNumber: order.invoice_number,
    dueOn: order.due_on,
    vatPercent: order.vat_percent,
    grossCents: order.gross_cents,
    vatCheckResult: order.vat_check_result,
    vatCheckOn: order.vat_check_on,
    vatCheckEvidence: order.vat_check_evidence,
    limitReason: order.limit_reason,
    paidAt: order.paid_at,
    rejectionReason: order.rejection_reason,
    creditNoteNumber: order.credit_note_number,
  };
}

/** Issues a credit note over all that is left of an order's invoice. */
async function issueCreditNote(
  tx: Tx,
  order: LockedOrder,
  from: Parameters<typeof invoiceContent>[3],
  reason: string,
): Promise<string> {
  const issuedOn = await today(tx);
  const invoice = (await currentInvoice(tx, order)) ?? refuse("INVALID_TRANSITION");
  const document = {
    kind: "CREDIT_NOTE",
    issuedOn,
    dueOn: null,
    suppliedOn: invoice.suppliedOn,
    precedingInvoice: invoice.number,
  } as const;
  const content = invoiceContent(order, document, openLines(await itemsOf(tx, order.id)), from);
  const { number } = await issueInvoice(tx, {
    orderId: order.id,
    series: "CREDIT_NOTE",
    issuedOn,
    dueOn: null,
    content,
    corrects: { invoiceId: invoice.id, reason },
  });
  return number;
}

/** Returns the ledger movements of an order's credits. */
export function movementsOf(
  kind: "DELIVER" | "RETURN" | "TAKE_BACK" | "UNDELIVER",
  order: LockedOrder,
  vintages: readonly { vintageId: number; quantity: number }[],
  actorId: number,
  what: string,
): Movement[] {
  return vintages.map(({ vintageId, quantity }) => ({
    kind,
    vintageId,
    quantity,
    ownerId: order.user_id,
    ...(kind !== "RETURN" && { companyId: order.company_id }),
    orderId: order.id,
    actorId,
    reason: `order ${order.id} ${what}`,
  }));
}
