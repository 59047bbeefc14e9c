import { orderLeadsTo, type OrderDecision, type OrderStatus } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { databaseNow, inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { earlierAnswer, keepAnswer } from "../../core/idempotency.ts";
import { euros } from "../../core/money.ts";
import { notePurchase } from "../accounts/users.service.ts";
import { demandComplete, issueInvoice } from "../invoices/invoices.service.ts";
import { postMovements, type Movement } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { addPurchased } from "../portfolio/portfolio.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { invoiceContent } from "./invoiceContent.ts";
import { changeStatus, lockOrder, orderedVintages, type LockedOrder } from "./life.sql.ts";
import { mailOrderPaid, mailOrderRejected } from "./orders.mails.ts";
import { needsVatCheck } from "./orders.rules.ts";
import { insertTransition } from "./orders.sql.ts";

export interface Deciding {
  orderId: number;
  actorId: number;
  /** The same person, as the audit log names him. */
  actor: Actor;
  idempotencyKey: string | undefined;
}

export interface VatCheck {
  result: "VALID" | "INVALID" | "NOT_CHECKED";
  on: string;
  /** What else shows that the buyer is a taxable person. */
  evidence?: string | undefined;
}

const ownOrder = "You placed this order yourself: another operator decides on it.";

export type OrderLife = ReturnType<typeof createOrderLife>;

/** What operators decide on orders. Each decision is one transaction with everything that follows from it. */
export function createOrderLife(db: Db, settings: SettingsService) {
  /**
   * Locks the order, asks the rules, lets `work` do the rest, which answers the order as it is then, and notes it in the
   * audit log. NOT_FOUND, FORBIDDEN for the operator's own order, or INVALID_TRANSITION when the decision is not possible from where the order is. The same
   * idempotency key acts once.
   */
  async function decide(
    decision: OrderDecision,
    { orderId, actorId, actor, idempotencyKey }: Deciding,
    body: object,
    work: (
      tx: Tx,
      order: LockedOrder,
      step: { from: OrderStatus; to: OrderStatus },
    ) => Promise<LockedOrder>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const order = (await lockOrder(tx, orderId)) ?? refuse("NOT_FOUND");
      if (order.user_id === actorId) return refuse("FORBIDDEN", { detail: ownOrder });
      const call = idempotencyKey && {
        userId: actorId,
        endpoint: `${decision} order ${orderId}`,
        key: idempotencyKey,
        body,
      };
      if (call && (await earlierAnswer(tx, call))) return;
      const from = order.status as OrderStatus;
      const to = orderLeadsTo[from][decision] ?? refuse("INVALID_TRANSITION");
      const decided = await work(tx, order, { from, to });
      await noteAudit(tx, actor, {
        action: `order.${decision}`,
        thing: { type: "order", id: orderId, name: order.company_name },
        before: auditedFacts(order),
        after: auditedFacts(decided),
      });
      if (call) await keepAnswer(tx, call, { status: to });
    });
  }

  /** AWAITING_APPROVAL to AWAITING_PAYMENT: the invoice is issued with the next number. A reverse-charge order needs the check of its VAT number. */
  async function approve(deciding: Deciding, vatCheck: VatCheck | undefined): Promise<void> {
    // A day of grace: it may be tomorrow already where the operator is.
    if (vatCheck && vatCheck.on > daysAfter(await today(db), 1)) {
      const message = "This date is in the future";
      refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "vatCheck.on", message }] });
    }
    const { seller, payment } = await settings.current();
    await decide("approve", deciding, { vatCheck }, async (tx, order, { from, to }) => {
      if (needsVatCheck(order.vat_category as VatCategory) && !vatCheck) {
        const message =
          "Required for a reverse-charge order: the result and date of the VAT-number check";
        return refuse("VALIDATION_FAILED", { fieldErrors: [{ path: "vatCheck", message }] });
      }
      const now = await databaseNow(tx);
      const issuedOn = await today(tx);
      const dueOn = daysAfter(issuedOn, payment.days);
      await insertTransition(tx, { orderId: order.id, from, to, actorId: deciding.actorId });
      const document = { kind: "INVOICE", issuedOn, dueOn } as const;
      const content = await invoiceContent(tx, order, document, { seller, payment });
      demandComplete(content);
      // Others wait for their number from here to the end.
      const number = await issueInvoice(tx, {
        orderId: order.id,
        series: "INVOICE",
        issuedOn,
        dueOn,
        content,
      });
      const approved = await guarded(
        changeStatus(tx, {
          orderId: order.id,
          from,
          to,
          set: {
            invoice_number: number,
            approved_at: now,
            due_on: dueOn,
            vat_check_result: vatCheck?.result ?? null,
            vat_check_on: vatCheck?.on ?? null,
            vat_check_evidence: vatCheck?.evidence ?? null,
          },
        }),
      );
      const facts = {
        orderId: order.id,
        invoiceNumber: number,
        total: euros(order.gross_cents),
        dueOn,
      };
      await notify(tx, [{ userId: order.user_id, code: "order.approved", facts }]);
      return approved;
    });
  }

  /** AWAITING_PAYMENT to PAID: the credits enter the buyer's portfolio. VALIDATION_FAILED for a date in the future. */
  async function pay(deciding: Deciding, paidAt: Date): Promise<void> {
    if (paidAt.getTime() > (await databaseNow(db)).getTime() + 60_000) {
      refuse("VALIDATION_FAILED", {
        fieldErrors: [{ path: "paidAt", message: "This date is in the future" }],
      });
    }
    await decide("pay", deciding, { paidAt }, async (tx, order, { from, to }) => {
      const vintages = await orderedVintages(tx, order.id);
      await addPurchased(tx, order.user_id, vintages);
      await postMovements(tx, movementsOf("DELIVER", order, vintages, deciding.actorId, "paid"));
      await notePurchase(tx, order.user_id, order.total_credits, paidAt);
      await insertTransition(tx, { orderId: order.id, from, to, actorId: deciding.actorId });
      const set = { paid_at: paidAt };
      const paid = await guarded(changeStatus(tx, { orderId: order.id, from, to, set }));
      const facts = { orderId: order.id, total: euros(order.gross_cents) };
      await notify(tx, [{ userId: order.user_id, code: "order.paid", facts }]);
      await mailOrderPaid(tx, order);
      return paid;
    });
  }

  /** To REJECTED: the credits return to sale; an invoice that was issued gets a credit note. */
  async function reject(deciding: Deciding, reason: string): Promise<void> {
    const { seller, payment } = await settings.current();
    await decide("reject", deciding, { reason }, async (tx, order, { from, to }) => {
      const { actorId } = deciding;
      const vintages = await orderedVintages(tx, order.id);
      await postMovements(tx, movementsOf("RETURN", order, vintages, actorId, "rejected"));
      await insertTransition(tx, { orderId: order.id, from, to, actorId, reason });
      const creditNote = order.invoice_number
        ? await issueCreditNote(tx, order, { seller, payment })
        : null;
      const set = { rejection_reason: reason, credit_note_number: creditNote };
      const rejected = await guarded(changeStatus(tx, { orderId: order.id, from, to, set }));
      const facts = { orderId: order.id, total: euros(order.gross_cents), reason };
      await notify(tx, [{ userId: order.user_id, code: "order.rejected", facts }]);
      // With an invoice it waits for its credit note, which is attached.
      if (!creditNote) await mailOrderRejected(tx, order, { reason });
      return rejected;
    });
  }

  return { approve, pay, reject };
}

/** What a decision can change. */
function auditedFacts(order: LockedOrder) {
  return {
    status: order.status,
    invoiceNumber: order.invoice_number,
    dueOn: order.due_on,
    vatCheckResult: order.vat_check_result,
    vatCheckOn: order.vat_check_on,
    vatCheckEvidence: order.vat_check_evidence,
    paidAt: order.paid_at,
    rejectionReason: order.rejection_reason,
    creditNoteNumber: order.credit_note_number,
  };
}

async function issueCreditNote(
  tx: Tx,
  order: LockedOrder,
  from: Parameters<typeof invoiceContent>[3],
): Promise<string> {
  const issuedOn = await today(tx);
  const document = { kind: "CREDIT_NOTE", issuedOn, dueOn: null } as const;
  const content = await invoiceContent(tx, order, document, from);
  return await issueInvoice(tx, {
    orderId: order.id,
    series: "CREDIT_NOTE",
    issuedOn,
    dueOn: null,
    content,
  });
}

/** The lock already decided; if the statement disagrees, something is wrong and nothing may be kept. */
async function guarded(changed: Promise<LockedOrder | undefined>): Promise<LockedOrder> {
  return (await changed) ?? refuse("INVALID_TRANSITION");
}

function movementsOf(
  kind: "DELIVER" | "RETURN",
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
    orderId: order.id,
    actorId,
    reason: `order ${order.id} ${what}`,
  }));
}
