import type { OrderStatus } from "@tonneline/contract/orders";

/** Cents that are still to be paid: of an order whose payment is awaited, never below zero. */
export function openCents(order: {
  status: OrderStatus;
  grossCents: number;
  receivedCents: number;
}): number {
  const { status, grossCents, receivedCents } = order;
  return status === "AWAITING_PAYMENT" ? Math.max(0, grossCents - receivedCents) : 0;
}

/** Whether what was received pays for an order, all but the allowance for what banks charge on the way. */
export function covers(receivedCents: number, grossCents: number, allowanceCents: number): boolean {
  return grossCents - receivedCents <= allowanceCents;
}
