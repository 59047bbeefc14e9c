import type { RequestOf } from "@tonneline/contract/endpoint";
import type { decideOnOrders } from "@tonneline/contract/orderDecisions";
import type { OrderDecision } from "@tonneline/contract/orders";
import type { TFunction } from "i18next";
import { instantOfDay } from "../../../lib/days.ts";
import { today } from "../../../lib/format.ts";
import {
  aboveLimit,
  placedAfter,
  needingVatCheck,
  withoutEvidence,
  withoutLater,
  type Check,
  type Decidable,
} from "./decisions.ts";

/** An operator's input for a decision on orders; checks and evidence are keyed by order id. */
export interface DecisionInput {
  /** An ISO date: of the payment, or of the check of the VAT numbers. */
  day: string;
  reason: string;
  checks: Record<number, Check>;
  evidence: Record<number, string>;
  limitReason: string;
}

/** Returns the VAT check and the reason for exceeding the credit limit in an order's approval. */
function approvalOf(
  { id, overLimit }: Decidable,
  { checks, evidence, day, limitReason }: DecisionInput,
) {
  const result = checks[id];
  const proof = result === "INVALID" && { evidence: evidence[id] ?? "" };
  return {
    ...(result && result !== "LATER" && { vatCheck: { result, on: day, ...proof } }),
    ...(overLimit && { limitReason }),
  };
}

/** Oldest first, so that invoice numbers follow the orders; `openedAt` supplies the time of day of a payment. */
export function decisionBody(
  decision: OrderDecision,
  orders: readonly Decidable[],
  input: DecisionInput,
  openedAt: Date,
): RequestOf<typeof decideOnOrders>["body"] {
  const rows = orders.toSorted((one, other) => one.id - other.id);
  if (decision === "approve")
    return { decision, rows: rows.map((each) => ({ id: each.id, asks: approvalOf(each, input) })) };
  const { reason, day } = input;
  if (decision === "reject")
    return { decision, rows: rows.map(({ id, status: from }) => ({ id, asks: { reason, from } })) };
  const paidAt = instantOfDay(day, openedAt);
  return { decision, rows: rows.map(({ id }) => ({ id, asks: { paidAt } })) };
}

/** Returns why no payment for these orders can be dated to a day, as a sentence; undefined if it can. */
export function wrongDay(
  t: TFunction,
  orders: readonly Pick<Decidable, "id" | "createdAt">[],
  day: string,
): string | undefined {
  if (!day || day > today()) return t("management.orders.dialog.dateMissing");
  const early = placedAfter(orders, day)[0];
  return early && t("management.orders.dialog.paidEarly", { id: early.id });
}

/** Returns what still prevents the decision, as a sentence; undefined if nothing does. */
export function missingIn(
  t: TFunction,
  decision: OrderDecision,
  orders: readonly Decidable[],
  input: DecisionInput,
): string | undefined {
  const { day, reason, checks, evidence, limitReason } = input;
  const decided = withoutLater(orders, checks);
  const checked = needingVatCheck(orders, decision);
  const isDated = decision === "pay" || needingVatCheck(decided, decision).length > 0;
  const wrong = isDated && wrongDay(t, decision === "pay" ? decided : [], day);
  if (wrong) return wrong;
  if (decision === "reject" && reason.trim().length < 3)
    return t("management.orders.dialog.reasonMissing");
  if (checked.some(({ id }) => !checks[id])) return t("management.orders.dialog.checkMissing");
  if (withoutEvidence(checked, checks, evidence).length > 0)
    return t("management.orders.dialog.evidenceMissing");
  if (aboveLimit(decided, decision).length > 0 && limitReason.trim().length < 3)
    return t("companies.overLimit.missing");
  if (decided.length === 0) return t("management.orders.dialog.allLater");
  return undefined;
}
