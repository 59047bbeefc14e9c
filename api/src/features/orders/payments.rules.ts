import type { OrderStatus } from "@tonneline/contract/orders";

/**
 * Returns the cents still to be paid for an order in AWAITING_PAYMENT, never below zero. `netReceivedCents` is what was
 * received less refunds: below zero if the bank reverses a payment that had been refunded.
 */
export function openCents(order: {
  status: OrderStatus;
  grossCents: number;
  netReceivedCents: number;
}): number {
  const { status, grossCents, netReceivedCents } = order;
  return status === "AWAITING_PAYMENT" ? Math.max(0, grossCents - netReceivedCents) : 0;
}

/** Returns whether the money kept covers an order, less the allowance for bank charges on the way. */
export function covers(
  netReceivedCents: number,
  grossCents: number,
  allowanceCents: number,
): boolean {
  return grossCents - netReceivedCents <= allowanceCents;
}
