import type { VatCategory } from "@tonneline/contract/vat";
import type { KnownActor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { dayOf } from "../../core/days.sql.ts";
import type { Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { formatEuros } from "../../core/money.ts";
import type { OverLimit } from "./limit.sql.ts";
import { needsVatCheck } from "./orders.rules.ts";
import type { LockedOrder } from "./life.sql.ts";

export interface VatCheck {
  result: "VALID" | "INVALID" | "NOT_CHECKED";
  on: string;
  /** Other evidence that the buyer is a taxable person. */
  evidence?: string | undefined;
}

const ownOrder = "You placed this order yourself: another operator has to decide on it.";

/** Throws FORBIDDEN for the operator's own order. */
export function requireDecidable(order: LockedOrder, actor: KnownActor): void {
  if (order.user_id === actor.userId) refuse("FORBIDDEN", { detail: ownOrder });
}

/** Throws VALIDATION_FAILED for a reverse-charge order without a check of its VAT number. */
export function requireVatCheck(order: LockedOrder, vatCheck: VatCheck | undefined): void {
  if (vatCheck || !needsVatCheck(order.vat_category as VatCategory)) return;
  refuseField(
    "vatCheck",
    "Required for a reverse-charge order: the result and date of the VAT-number check",
  );
}

/** Throws VALIDATION_FAILED for an order that exceeds its company's credit limit, without a reason to approve it. */
export function requireLimitReason(
  order: LockedOrder,
  over: OverLimit | null,
  reason: string | undefined,
): void {
  if (!over || reason) return;
  const detail = `Above the credit limit: ${order.company_name} owes ${formatEuros(over.owedCents)} with this order, and its limit is ${formatEuros(over.limitCents)}. Enter a reason to approve it.`;
  const message = "Required above the company's credit limit";
  refuse("VALIDATION_FAILED", { detail, fieldErrors: [{ path: "limitReason", message }] });
}

/** Throws VALIDATION_FAILED for a day before the order's, with one day of grace: the year or month must be mistyped. */
export async function requireSincePlaced(tx: Tx, day: string, order: LockedOrder): Promise<void> {
  if (day >= daysAfter(await dayOf(tx, order.created_at), -1)) return;
  refuseField("day", `Order ${order.id} was placed after this day`);
}

const maxYearsAhead = 5;

/**
 * Throws VALIDATION_FAILED for an order marked as paid years before it was placed: the year must be mistyped. Payments on
 * account may be older than their order.
 */
export async function requireNotYearsBefore(
  tx: Tx,
  day: string,
  order: LockedOrder,
): Promise<void> {
  if (day >= daysAfter(await dayOf(tx, order.created_at), -maxYearsAhead * 366)) return;
  refuseField(
    "paidAt",
    `Order ${order.id} was placed more than ${maxYearsAhead} years after this day`,
  );
}
