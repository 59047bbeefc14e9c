import type { Quote } from "@tonneline/contract/quotes";

/** Until when an offer holds: as long as the first of its holds; one without credits, such as of reports, until `usual`. */
export function validUntil(items: readonly { reservedTo: string | null }[], usual: Date): Date {
  const ends = items.flatMap(({ reservedTo }) =>
    reservedTo === null ? [] : [Date.parse(reservedTo)],
  );
  return ends.length === 0 ? usual : new Date(Math.min(...ends));
}

export function statusOf(
  { orderId, validUntil: until }: { orderId: number | null; validUntil: Date },
  now: Date,
): Quote["status"] {
  if (orderId !== null) return "ORDERED";
  return until > now ? "OPEN" : "EXPIRED";
}

/** Q-2026-000123. */
export function quoteNumber(id: number, createdAt: Date): string {
  return `Q-${createdAt.getUTCFullYear()}-${String(id).padStart(6, "0")}`;
}
