import type { OrderStatus } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";

export type Decision = "approve" | "pay" | "reject";

const leadsTo: Record<OrderStatus, Partial<Record<Decision, OrderStatus>>> = {
  AWAITING_APPROVAL: { approve: "AWAITING_PAYMENT", reject: "REJECTED" },
  AWAITING_PAYMENT: { pay: "PAID", reject: "REJECTED" },
  PAID: {},
  REJECTED: {},
};

/** Where a decision leads; undefined when it is not possible from there. */
export function afterDecision(status: OrderStatus, decision: Decision): OrderStatus | undefined {
  return leadsTo[status][decision];
}

/** A reverse-charge invoice stands on the buyer's VAT number: its check is asked for and kept (Directive 2006/112/EC, Art. 196). */
export function needsVatCheck(category: VatCategory): boolean {
  return category === "AE";
}
