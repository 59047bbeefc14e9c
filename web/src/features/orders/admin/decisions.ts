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
import { sumEuros } from "../../../lib/sumEuros.ts";

/** The fields of an order that decisions depend on; both the rows of the list and the full order have them. */
export type Decidable = Pick<
  ManagedOrderSummary,
  | "id"
  | "username"
  | "companyName"
  | "status"
  | "totalPriceGross"
  | "changedVat"
  | "open"
  | "vatCategory"
  | "vatNumber"
  | "vatNumberLooksRight"
  | "createdAt"
  | "knownVatCheck"
  | "overLimit"
>;

/** Returns the orders on which an operator may take the decision: operators cannot decide on their own orders. */
export function decidable<T extends Pick<Decidable, "status" | "username">>(
  orders: readonly T[],
  decision: OrderDecision,
  operator: string,
): T[] {
  return orders.filter(
    ({ status, username }) => isPossible(orderDecisions[decision], status) && username !== operator,
  );
}

/** Returns the operator's own orders that still await a decision. */
export function ownWaiting<T extends Pick<Decidable, "status" | "username">>(
  orders: readonly T[],
  operator: string,
): T[] {
  return orders.filter(
    ({ status, username }) => isPossible(orderDecisions.reject, status) && username === operator,
  );
}

/** The key of each decision, in the list and in an open order. */
export const decisionKeys = { approve: "a", pay: "p", reject: "r" } as const;

/** Names the step of a transition: the new status, or `reopened` for a paid order that must be paid again. */
export function stepOf({
  from,
  to,
}: Pick<ManagedOrder["transitions"][number], "from" | "to">): OrderStatus | "reopened" {
  return from === "PAID" ? "reopened" : to;
}

/**
 * The euros at stake in a decision on orders: the amount due for a payment, the invoice's total with today's VAT for an
 * approval, the order's total otherwise.
 */
export function decidedSum(
  orders: readonly Pick<Decidable, "totalPriceGross" | "changedVat" | "open">[],
  decision: OrderDecision,
): number {
  const sums = {
    approve: ({ totalPriceGross, changedVat }) => changedVat?.totalPriceGross ?? totalPriceGross,
    pay: ({ open }) => open,
    reject: ({ totalPriceGross }) => totalPriceGross,
  } satisfies Record<OrderDecision, (order: (typeof orders)[number]) => number>;
  return sumEuros(orders.map(sums[decision]));
}

/** Returns the orders whose invoice gets another rate of VAT than they were placed with. */
export function withChangedVat<T extends Pick<Decidable, "changedVat">>(
  orders: readonly T[],
  decision: OrderDecision,
): T[] {
  return decision === "approve" ? orders.filter(({ changedVat }) => changedVat !== null) : [];
}

/** Under reverse charge the buyer owes the VAT, so VAT numbers must be checked before the approval, unless recently done. */
export function needingVatCheck(
  orders: readonly Decidable[],
  decision: OrderDecision,
): Decidable[] {
  if (decision !== "approve") return [];
  return orders.filter(({ vatCategory, knownVatCheck }) => vatCategory === "AE" && !knownVatCheck);
}

/** Returns the orders that take a company above its credit limit: their approval requires a reason. */
export function aboveLimit<T extends Pick<Decidable, "overLimit">>(
  orders: readonly T[],
  decision: OrderDecision,
): T[] {
  return decision === "approve" ? orders.filter(({ overLimit }) => overLimit !== null) : [];
}

/** An operator's answer for a VAT number: a result, or that this order is left for later while the others proceed. */
export type Check = (typeof vatCheckResults)[number] | "LATER";

/** Returns the orders with an invalid VAT number that lack other evidence of a taxable person. */
export function withoutEvidence<T extends Pick<Decidable, "id">>(
  orders: readonly T[],
  checks: Readonly<Record<number, Check>>,
  evidence: Readonly<Record<number, string>>,
): T[] {
  return orders.filter(
    ({ id }) => checks[id] === "INVALID" && (evidence[id] ?? "").trim().length < 3,
  );
}

/** Returns the orders to approve now, without those left for later. */
export function withoutLater<T extends Pick<Decidable, "id">>(
  orders: readonly T[],
  checks: Readonly<Record<number, Check>>,
): T[] {
  return orders.filter(({ id }) => checks[id] !== "LATER");
}

/** Returns the orders placed after the day of their payment: most likely its year or month is mistyped. */
export function placedAfter<T extends Pick<Decidable, "createdAt">>(
  orders: readonly T[],
  day: string,
): T[] {
  return orders.filter(({ createdAt }) => day < today(new Date(createdAt)));
}
