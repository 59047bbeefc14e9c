import { corrections, type CreditNote } from "@tonneline/contract/corrections";
import type { OrderDetails } from "@tonneline/contract/orders";
import type { z } from "zod";
import { daysAfter } from "../../core/days.ts";
import { requirePast, today } from "../../core/days.sql.ts";
import { databaseNow, inTransaction, type Db, type Tx } from "../../core/db.ts";
import { decide, type DecisionContext, type Subject } from "../../core/decisions.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { addJob } from "../../core/jobs.ts";
import { cents, euros, formatEuros } from "../../core/money.ts";
import { recordCredited } from "../accounts/users.service.ts";
import { requireComplete, issueInvoice } from "../invoices/invoices.service.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { lockHolding, takePurchased } from "../portfolio/portfolio.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { notifyBuyers } from "./buyers.service.ts";
import { creditsOf, returnable, type Credit } from "./corrections.rules.ts";
import {
  correctOrder,
  creditItems,
  insertRefund,
  itemsOf,
  currentInvoice,
  toRefundFor,
  type Correction,
  type OrderedItem,
} from "./corrections.sql.ts";
import { columnsOf } from "./details.sql.ts";
import { creditedLines, invoiceContent, openLines, type Document } from "./invoiceContent.ts";
import { movementsOf, rememberVatCheck, payableChanged, payIfCovered } from "./life.service.ts";
import { lockOrder, owedCents, type LockedOrder } from "./life.sql.ts";
import { requireDecidable, requireSincePlaced, requireVatCheck } from "./orders.guards.ts";
import { detailsOf } from "./orders.view.ts";
import { netReceivedFor } from "./payments.sql.ts";
import { knownVatCheckOf } from "./vatCheck.sql.ts";

/** A credit note without the resulting state of its order. */
type IssuedCredit = Omit<CreditNote, "toRefund" | "order">;

type DecisionInput<Name extends keyof typeof corrections> = z.output<
  (typeof corrections)[Name]["input"]
>;

const orders: Subject<LockedOrder, Correction> = {
  name: "order",
  lock: lockOrder,
  require: requireDecidable,
  async move(tx, { id, from }, correction) {
    // The amount due may have changed.
    await addJob(tx, payableChanged, {});
    return await correctOrder(tx, id, from, correction);
  },
  audited: {
    thing: ({ id, company_name: name }) => ({ type: "order", id, name }),
    facts: (order) => {
      const { invoiceAddress, ...details } = detailsOf(order);
      return {
        ...details,
        ...invoiceAddress,
        invoiceNumber: order.invoice_number,
        creditNoteNumber: order.credit_note_number,
        credited: euros(order.credited_cents),
        returnedCredits: order.returned_credits,
      };
    },
  },
};

/**
 * Credits part of an order's invoice with a credit note; tonnes that the buyer still holds go back on sale. VALIDATION_FAILED
 * for more than is left of a line, INVALID_TRANSITION if nothing of an unpaid order would be left (reject it instead),
 * VERSION_CONFLICT if a colleague has changed the order since it was read.
 */
export async function creditOrder(
  db: Db,
  settings: SettingsService,
  by: DecisionContext,
  { lines, reason, returnCredits, version }: DecisionInput<"credit">,
): Promise<IssuedCredit> {
  const from = await settings.current();
  const context = { ...by, version };
  const body = { lines, reason, returnCredits };
  const request = { name: "credit", decision: corrections.credit, body };
  return await inTransaction(db, async (tx) => {
    const outcome = await decide(tx, orders, request, context, async (order) => {
      const items = await itemsOf(tx, order.id);
      const requested = lines.map(({ amount, ...line }) => ({
        ...line,
        amountCents: amount === undefined ? undefined : cents(amount),
      }));
      const { credits, faults } = creditsOf(items, requested);
      if (faults.length > 0) return refuse("VALIDATION_FAILED", { fieldErrors: faults });
      const invoice = (await currentInvoice(tx, order)) ?? refuse("INVALID_TRANSITION");
      const issuedOn = await today(tx);
      const document = { ...creditNoteOf(issuedOn, invoice, reason), part: true as const };
      const content = invoiceContent(order, document, creditedLines(items, credits), from);
      requireComplete(content);
      requireRest(order, content.netCents);
      const { userId: actorId } = context.actor;
      const returned = returnCredits ? await returnTonnes(tx, order, items, credits, actorId) : [];
      const tonnes = returned.reduce((sum, { quantity }) => sum + quantity, 0);
      const credited = credits.map((credit) => ({
        ...credit,
        returned: returned.find(({ itemId }) => itemId === credit.itemId)?.quantity ?? 0,
      }));
      await creditItems(tx, credited);
      const corrects = { invoiceId: invoice.id, reason };
      const { id, number } = await issueInvoice(tx, {
        orderId: order.id,
        series: "CREDIT_NOTE",
        issuedOn,
        dueOn: null,
        content,
        corrects,
      });
      const { netCents, grossCents } = content;
      const facts = { orderId: order.id, total: euros(grossCents), reason };
      const after = () =>
        notifyBuyers(tx, order, "order.credited", { ...facts, creditNoteNumber: number });
      const change = {
        credit_note_number: number,
        credited: { netCents, grossCents, tonnes },
      };
      const answer: IssuedCredit = {
        id,
        number,
        issuedOn,
        invoiceNumber: invoice.number,
        lines: credited.map(({ cents: amount, ...line }) => ({ ...line, amount: euros(amount) })),
        net: euros(netCents),
        vatAmount: euros(content.vatCents),
        gross: euros(grossCents),
        reason,
      };
      return { change, after, answer };
    });
    // Earlier payments may cover the reduced amount.
    await payIfCovered(
      tx,
      cents(from.bank.allowance),
      context.actor,
      context.id,
      await databaseNow(tx),
    );
    return outcome as IssuedCredit;
  });
}

const creditNoteOf = (
  issuedOn: string,
  { number, suppliedOn }: { number: string; suppliedOn: string },
  reason: string,
): Document => ({
  kind: "CREDIT_NOTE",
  issuedOn,
  dueOn: null,
  suppliedOn,
  precedingInvoice: number,
  notes: [reason],
});

/** Throws INVALID_TRANSITION if a credit note would cover everything due on an unpaid order, leaving an order over nothing. */
function requireRest(order: LockedOrder, netCents: number): void {
  if (order.status !== "AWAITING_PAYMENT") return;
  if (order.credited_net_cents + netCents < order.net_cents) return;
  const detail =
    "Nothing of this unpaid order would be left. Reject it instead: its credits return to sale, and a credit note cancels the invoice.";
  refuse("INVALID_TRANSITION", { detail });
}

/** Puts tonnes of credited lines back on sale, as far as the buyer still holds them: holdings first, then the stock. */
async function returnTonnes(
  tx: Tx,
  order: LockedOrder,
  items: readonly OrderedItem[],
  credits: readonly Credit[],
  actorId: number,
): Promise<{ itemId: number; vintageId: number; quantity: number }[]> {
  const isDelivered = order.status === "PAID";
  const wanted = credits
    .flatMap(({ itemId, quantity }) => {
      const vintageId = items.find(({ id }) => id === itemId)?.vintageId;
      return vintageId && quantity > 0 ? [{ itemId, vintageId, quantity }] : [];
    })
    // Holdings are always locked in this order.
    .toSorted((one, other) => one.vintageId - other.vintageId);
  const returned: typeof wanted = [];
  for (const line of wanted)
    returned.push(isDelivered ? await takeFromHolding(tx, order, line) : line);
  const kind = isDelivered ? "TAKE_BACK" : "RETURN";
  await postMovements(tx, movementsOf(kind, order, returned, actorId, "credited"));
  const tonnes = returned.reduce((sum, { quantity }) => sum + quantity, 0);
  if (isDelivered && tonnes > 0) await recordCredited(tx, order.user_id, tonnes);
  return returned;
}

async function takeFromHolding<Line extends { vintageId: number; quantity: number }>(
  tx: Tx,
  order: LockedOrder,
  line: Line,
): Promise<Line> {
  const holding = await lockHolding(tx, order.company_id, line.vintageId);
  const quantity = returnable(line.quantity, holding);
  if (quantity > 0) await takePurchased(tx, order.company_id, line.vintageId, quantity);
  return { ...line, quantity };
}

/**
 * Reissues an order's invoice with corrected details: a credit note cancels the old one, and the new one covers what is left.
 * VALIDATION_FAILED for another country (its VAT would differ), for an unchecked new VAT number under reverse charge, and for a
 * check in the future; VERSION_CONFLICT if a colleague has changed the order since it was read.
 */
export async function correctInvoice(
  db: Db,
  settings: SettingsService,
  by: DecisionContext,
  { reason, vatCheck, version, ...details }: DecisionInput<"correctInvoice">,
): Promise<void> {
  if (vatCheck) await requirePast(db, "vatCheck.on", vatCheck.on);
  const from = await settings.current();
  const context = { ...by, version };
  const body = { reason, vatCheck, details };
  const request = { name: "correctInvoice", decision: corrections.correctInvoice, body };
  await inTransaction(db, (tx) =>
    decide(tx, orders, request, context, async (order) => {
      requireSameCountry(order, details);
      const isNewNumber = details.vatNumber !== order.vat_number;
      if (isNewNumber) requireVatCheck(order, vatCheck);
      const old = (await currentInvoice(tx, order)) ?? refuse("INVALID_TRANSITION");
      const lines = openLines(await itemsOf(tx, order.id));
      if (lines.length === 0) return refuse("INVALID_TRANSITION", { detail: nothingLeft });
      const issuedOn = await today(tx);
      const paid = await paidBefore(tx, order);
      const cancels = { ...creditNoteOf(issuedOn, old, reason), replaced: true as const };
      const cancelling = invoiceContent(order, cancels, lines, from);
      const dueOn = daysAfter(issuedOn, from.payment.days);
      const document: Document = {
        kind: "INVOICE",
        issuedOn,
        dueOn,
        suppliedOn: old.suppliedOn,
        precedingInvoice: old.number,
        notes: [`Replaces invoice ${old.number}: ${reason}`],
        ...(paid > 0 && { paidCents: paid }),
      };
      const corrected = { ...order, ...columnsOf(details) };
      const content = invoiceContent(corrected, document, lines, from);
      requireComplete(cancelling);
      requireComplete(content);
      const corrects = { invoiceId: old.id, reason };
      const issue = { orderId: order.id, issuedOn, corrects };
      const creditNote = await issueInvoice(tx, {
        ...issue,
        series: "CREDIT_NOTE",
        dueOn: null,
        content: cancelling,
      });
      const invoice = await issueInvoice(tx, { ...issue, series: "INVOICE", dueOn, content });
      const facts = { orderId: order.id, invoiceNumber: invoice.number, reason };
      const after = async () => {
        if (isNewNumber && vatCheck) {
          const known = await knownVatCheckOf(tx, order);
          await rememberVatCheck(tx, context.actor, corrected, vatCheck, known);
        }
        await notifyBuyers(tx, order, "order.invoice.corrected", facts);
      };
      const change: Correction = {
        details,
        invoice_number: invoice.number,
        invoice_file_id: null,
        credit_note_number: creditNote.number,
        ...(order.status === "AWAITING_PAYMENT" && { due_on: dueOn }),
        ...(isNewNumber &&
          vatCheck && {
            vat_check_result: vatCheck.result,
            vat_check_on: vatCheck.on,
            vat_check_evidence: vatCheck.evidence ?? null,
          }),
      };
      return { change, after };
    }),
  );
}

const nothingLeft = "Credit notes have cancelled all of this invoice: nothing is left to correct.";

/** Returns the cents of an order that need no payment any more; for a paid order all, since what banks deducted is forgiven. */
async function paidBefore(tx: Tx, order: LockedOrder): Promise<number> {
  if (order.status === "PAID") return owedCents(order);
  const netReceivedCents = await netReceivedFor(tx, order.id);
  return Math.min(Math.max(netReceivedCents, 0), owedCents(order));
}

function requireSameCountry(order: LockedOrder, { invoiceAddress }: OrderDetails): void {
  if (invoiceAddress.countryCode === order.country_code) return;
  refuseField(
    "invoiceAddress.countryCode",
    "Another country changes the VAT. Credit or reject this order, and have it placed again.",
  );
}

/**
 * Records a refund. VALIDATION_FAILED for more than the buyer has paid above the amount due, and for a day in the future or
 * before the order.
 */
export async function recordRefund(
  db: Db,
  context: DecisionContext,
  refund: DecisionInput<"refund">,
): Promise<void> {
  const request = { name: "refund", decision: corrections.refund, body: refund };
  await requirePast(db, "day", refund.day);
  await inTransaction(db, (tx) =>
    decide(tx, orders, request, context, async (order) => {
      await requireSincePlaced(tx, refund.day, order);
      const amountCents = cents(refund.amount);
      const left = await toRefundFor(tx, order);
      if (amountCents > left) {
        return refuseField("amount", `At most ${formatEuros(left)} can be refunded for this order`);
      }
      const { userId: actorId } = context.actor;
      const { day: paidOn, reference } = refund;
      await insertRefund(tx, { orderId: order.id, amountCents, paidOn, reference, actorId });
      const facts = { orderId: order.id, total: refund.amount };
      const after = () => notifyBuyers(tx, order, "order.refunded", facts);
      return { change: {}, after };
    }),
  );
}
