import type { OrderStatus } from "@tonneline/contract/orders";

/**
 * Returns the cents still to be paid for an order in AWAITING_PAYMENT, never below zero. `keptCents` is what was received less
 * refunds: below zero if the bank reverses a payment that had been refunded.
 */
export function openCents(order: {
  status: OrderStatus;
  grossCents: number;
  keptCents: number;
}): number {
  const { status, grossCents, keptCents } = order;
  return status === "AWAITING_PAYMENT" ? Math.max(0, grossCents - keptCents) : 0;
}

/** Returns whether the money kept covers an order, less the allowance for bank charges on the way. */
export function covers(keptCents: number, grossCents: number, allowanceCents: number): boolean {
  return grossCents - keptCents <= allowanceCents;
}
