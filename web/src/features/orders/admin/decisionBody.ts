import type { RequestOf } from "@tonneline/contract/endpoint";
import type { decideOnOrders } from "@tonneline/contract/orderDecisions";
import type { OrderDecision } from "@tonneline/contract/orders";
import type { TFunction } from "i18next";
import { instantOfDay } from "../../../lib/days.ts";
import { today } from "../../../lib/format.ts";
import {
  aboveLimit,
  placedAfter,
  toCheck,
  withoutEvidence,
  withoutLater,
  type Check,
  type Decidable,
} from "./decisions.ts";

/** What an operator says with a decision on orders; checks and evidence by the order's id. */
export interface DecisionInput {
  /** An ISO date: of the payment, or of the look at the VAT numbers. */
  day: string;
  reason: string;
  checks: Record<number, Check>;
  evidence: Record<number, string>;
  limitReason: string;
}

/** What the approval of an order says of its VAT number, and of the company's credit limit. */
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

/** The oldest first, so that invoice numbers follow the orders; `openedAt` gives the day of a payment its time. */
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

/** Why money for these orders cannot have moved on a day, in a sentence; undefined when it can. */
export function wrongDay(
  t: TFunction,
  orders: readonly Pick<Decidable, "id" | "createdAt">[],
  day: string,
): string | undefined {
  if (!day || day > today()) return t("management.orders.dialog.dateMissing");
  const early = placedAfter(orders, day)[0];
  return early && t("management.orders.dialog.paidEarly", { id: early.id });
}

/** What keeps the decision from being taken, in a sentence; undefined when nothing does. */
export function missingIn(
  t: TFunction,
  decision: OrderDecision,
  orders: readonly Decidable[],
  input: DecisionInput,
): string | undefined {
  const { day, reason, checks, evidence, limitReason } = input;
  const decided = withoutLater(orders, checks);
  const checked = toCheck(orders, decision);
  const isDated = decision === "pay" || toCheck(decided, decision).length > 0;
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
