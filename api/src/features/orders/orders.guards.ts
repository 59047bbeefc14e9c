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
  /** What else shows that the buyer is a taxable person. */
  evidence?: string | undefined;
}

const ownOrder = "You placed this order yourself: another operator decides on it.";

/** FORBIDDEN for the operator's own order. */
export function requireDecidable(order: LockedOrder, actor: KnownActor): void {
  if (order.user_id === actor.userId) refuse("FORBIDDEN", { detail: ownOrder });
}

/** VALIDATION_FAILED for an order under reverse charge without the check of its VAT number. */
export function requireVatCheck(order: LockedOrder, vatCheck: VatCheck | undefined): void {
  if (vatCheck || !needsVatCheck(order.vat_category as VatCategory)) return;
  refuseField(
    "vatCheck",
    "Required for a reverse-charge order: the result and date of the VAT-number check",
  );
}

/** VALIDATION_FAILED without a reason for an order with which its company owes more than its credit limit. */
export function requireLimitReason(
  order: LockedOrder,
  over: OverLimit | null,
  reason: string | undefined,
): void {
  if (!over || reason) return;
  const detail = `Above the credit limit: ${order.company_name} owes ${formatEuros(over.owedCents)} with this order, and may owe ${formatEuros(over.limitCents)}. Say why to approve it.`;
  const message = "Required above the company's credit limit";
  refuse("VALIDATION_FAILED", { detail, fieldErrors: [{ path: "limitReason", message }] });
}

/** VALIDATION_FAILED for a day before that of the order, with a day of grace: its year or month is mistyped. */
export async function requireSincePlaced(tx: Tx, day: string, order: LockedOrder): Promise<void> {
  if (day >= daysAfter(await dayOf(tx, order.created_at), -1)) return;
  refuseField("day", `Order ${order.id} was placed after this day`);
}

const mostYearsAhead = 5;

/**
 * VALIDATION_FAILED for an order marked as paid on a day years before it: the year is mistyped. What was paid on account may
 * be older than its order.
 */
export async function requireNotYearsBefore(
  tx: Tx,
  day: string,
  order: LockedOrder,
): Promise<void> {
  if (day >= daysAfter(await dayOf(tx, order.created_at), -mostYearsAhead * 366)) return;
  refuseField(
    "paidAt",
    `Order ${order.id} was placed more than ${mostYearsAhead} years after this day`,
  );
}
