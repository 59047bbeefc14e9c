import type { OrderStatus } from "@tonneline/contract/orders";

/**
 * Cents that are still to be paid: of an order whose payment is awaited, never below zero. Kept is what was received, less
 * what went back: below zero when the bank took back what had been sent back before.
 */
export function openCents(order: {
  status: OrderStatus;
  grossCents: number;
  keptCents: number;
}): number {
  const { status, grossCents, keptCents } = order;
  return status === "AWAITING_PAYMENT" ? Math.max(0, grossCents - keptCents) : 0;
}

/** Whether what is kept pays for an order, all but the allowance for what banks charge on the way. */
export function covers(keptCents: number, grossCents: number, allowanceCents: number): boolean {
  return grossCents - keptCents <= allowanceCents;
}
