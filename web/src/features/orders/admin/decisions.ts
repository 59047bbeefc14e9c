import { isPossible } from "@tonneline/contract/decisions";
import {
  orderDecisions,
  type ManagedOrder,
  type ManagedOrderSummary,
  type OrderDecision,
  type OrderStatus,
  type vatCheckResults,
} from "@tonneline/contract/orders";
import { today } from "../../../lib/format.ts";

/** What a decision needs of an order: the row of the list and the order itself both have it. */
export type Decidable = Pick<
  ManagedOrderSummary,
  | "id"
  | "username"
  | "companyName"
  | "status"
  | "totalPriceGross"
  | "open"
  | "vatCategory"
  | "vatNumber"
  | "vatNumberLooksRight"
  | "createdAt"
  | "knownVatCheck"
  | "overLimit"
>;

/** Those of the orders that an operator can take the decision on: nobody decides on their own. */
export function decidable<T extends Pick<Decidable, "status" | "username">>(
  orders: readonly T[],
  decision: OrderDecision,
  operator: string,
): T[] {
  return orders.filter(
    ({ status, username }) => isPossible(orderDecisions[decision], status) && username !== operator,
  );
}

/** The operator's own among those that still wait for a decision. */
export function ownWaiting<T extends Pick<Decidable, "status" | "username">>(
  orders: readonly T[],
  operator: string,
): T[] {
  return orders.filter(
    ({ status, username }) => isPossible(orderDecisions.reject, status) && username === operator,
  );
}

/** Which step a transition was: to the status it led to, but for a paid order that is to be paid again. */
export function taken({
  from,
  to,
}: Pick<ManagedOrder["transitions"][number], "from" | "to">): OrderStatus | "reopened" {
  return from === "PAID" ? "reopened" : to;
}

/** Euros, summed in cents. */
export function sumOf(orders: readonly Pick<Decidable, "totalPriceGross">[]): number {
  return orders.reduce((cents, each) => cents + Math.round(each.totalPriceGross * 100), 0) / 100;
}

/** What a decision on orders is about in euros: a payment of what is still open, any other of all of it. */
export function decidedSum(
  orders: readonly Pick<Decidable, "totalPriceGross" | "open">[],
  decision: OrderDecision,
): number {
  if (decision !== "pay") return sumOf(orders);
  return sumOf(orders.map(({ open }) => ({ totalPriceGross: open })));
}

/** Under reverse charge the buyer owes the VAT, so their number must be looked at before the approval, unless it was lately. */
export function toCheck(orders: readonly Decidable[], decision: OrderDecision): Decidable[] {
  if (decision !== "approve") return [];
  return orders.filter(({ vatCategory, knownVatCheck }) => vatCategory === "AE" && !knownVatCheck);
}

/** With these the company owes more than its credit limit: their approval asks for a reason. */
export function aboveLimit<T extends Pick<Decidable, "overLimit">>(
  orders: readonly T[],
  decision: OrderDecision,
): T[] {
  return decision === "approve" ? orders.filter(({ overLimit }) => overLimit !== null) : [];
}

/** What the operator says of a VAT number: a result, or that this order waits while the others go. */
export type Check = (typeof vatCheckResults)[number] | "LATER";

/** Of orders whose number is not valid those without a word on what else shows a taxable person. */
export function withoutEvidence<T extends Pick<Decidable, "id">>(
  orders: readonly T[],
  checks: Readonly<Record<number, Check>>,
  evidence: Readonly<Record<number, string>>,
): T[] {
  return orders.filter(
    ({ id }) => checks[id] === "INVALID" && (evidence[id] ?? "").trim().length < 3,
  );
}

/** The orders that are approved now: those that the operator left for later are not. */
export function withoutLater<T extends Pick<Decidable, "id">>(
  orders: readonly T[],
  checks: Readonly<Record<number, Check>>,
): T[] {
  return orders.filter(({ id }) => checks[id] !== "LATER");
}

/** Those that were placed after the day of their payment: most likely its year or month is mistyped. */
export function placedAfter<T extends Pick<Decidable, "createdAt">>(
  orders: readonly T[],
  day: string,
): T[] {
  return orders.filter(({ createdAt }) => day < today(new Date(createdAt)));
}
