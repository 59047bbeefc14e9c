import type { QuoteStatus } from "@tonneline/contract/quotes";

/** Returns until when an offer is valid: the end of its first hold; `fallback` without credits, such as for reports. */
export function validUntil(items: readonly { reservedTo: string | null }[], fallback: Date): Date {
  const ends = items.flatMap(({ reservedTo }) =>
    reservedTo === null ? [] : [Date.parse(reservedTo)],
  );
  return ends.length === 0 ? fallback : new Date(Math.min(...ends));
}

interface Outcome {
  orderId: number | null;
  /** Whether a colleague has yet to decide on its order. */
  isRequested: boolean;
  withdrawnAt: Date | null;
  holding: boolean;
  validUntil: Date;
  /** The time of reading, by the clock that set `validUntil`. */
  now: Date;
}

/**
 * Returns a quote's outcome, else whether it is still valid: it has expired once its time is up, even if its credits are not
 * released yet. The list of quotes repeats this in SQL: change both.
 */
export function statusOf(quote: Outcome): QuoteStatus {
  if (quote.orderId !== null) return "ORDERED";
  if (quote.isRequested) return "REQUESTED";
  if (quote.withdrawnAt !== null) return "WITHDRAWN";
  if (quote.validUntil <= quote.now) return "EXPIRED";
  return quote.holding ? "KEPT" : "OPEN";
}

/** Returns whether an open quote can no longer be ordered because its cart, on which it depends, has changed. */
export function cartHasChanged(
  quote: Outcome & { cartVersion: number | null; cartNow: number | null },
): boolean {
  return statusOf(quote) === "OPEN" && quote.cartVersion !== quote.cartNow;
}

/** Returns whether its prices and credits may be kept, or kept longer. */
export function mayBeKept(status: QuoteStatus): boolean {
  return status === "OPEN" || status === "KEPT" || status === "EXPIRED";
}

/** Returns whether it may still be withdrawn. */
export function mayBeWithdrawn(status: QuoteStatus): boolean {
  return status === "OPEN" || status === "KEPT";
}

interface Described {
  year: number;
  claimType: string;
  impactType: string;
  creditType: string;
}

/** Returns whether a vintage is still what was quoted. Expected credits that have been issued since exceed the promise. */
export function isStillQuoted(quoted: Described, now: Described): boolean {
  const same = (["year", "claimType", "impactType"] as const).every(
    (fact) => quoted[fact] === now[fact],
  );
  return same && (quoted.creditType === now.creditType || now.creditType === "EX_POST");
}
