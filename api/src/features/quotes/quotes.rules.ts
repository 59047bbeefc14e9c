import type { QuoteStatus } from "@tonneline/contract/quotes";

/** Until when an offer holds: as long as the first of its holds; one without credits, such as of reports, until `usual`. */
export function validUntil(items: readonly { reservedTo: string | null }[], usual: Date): Date {
  const ends = items.flatMap(({ reservedTo }) =>
    reservedTo === null ? [] : [Date.parse(reservedTo)],
  );
  return ends.length === 0 ? usual : new Date(Math.min(...ends));
}

interface Outcome {
  orderId: number | null;
  approvalId: number | null;
  withdrawnAt: Date | null;
  holding: boolean;
  validUntil: Date;
  /** When it was read, by the clock that set `validUntil`. */
  now: Date;
}

/**
 * What became of a quote, else whether it still holds: one whose time is over has expired even where its credits are
 * not freed yet. The list of quotes says the same in SQL: change both.
 */
export function statusOf(quote: Outcome): QuoteStatus {
  if (quote.orderId !== null) return "ORDERED";
  if (quote.approvalId !== null) return "REQUESTED";
  if (quote.withdrawnAt !== null) return "WITHDRAWN";
  if (quote.validUntil <= quote.now) return "EXPIRED";
  return quote.holding ? "KEPT" : "OPEN";
}

/** Whether a quote that is open can be ordered no more: it is as good as its cart, which is another one by now. */
export function isCartAnother(
  quote: Outcome & { cartVersion: number | null; cartNow: number | null },
): boolean {
  return statusOf(quote) === "OPEN" && quote.cartVersion !== quote.cartNow;
}

/** Whether its prices and credits may be kept from now on, or longer. */
export function mayBeKept(status: QuoteStatus): boolean {
  return status === "OPEN" || status === "KEPT" || status === "EXPIRED";
}

/** Whether somebody may still give it up. */
export function mayBeWithdrawn(status: QuoteStatus): boolean {
  return status === "OPEN" || status === "KEPT";
}

interface Described {
  year: number;
  claimType: string;
  impactType: string;
  creditType: string;
}

/** Whether a vintage is still what was quoted. Expected credits that were issued since are more than was promised. */
export function isStillQuoted(quoted: Described, now: Described): boolean {
  const same = (["year", "claimType", "impactType"] as const).every(
    (fact) => quoted[fact] === now[fact],
  );
  return same && (quoted.creditType === now.creditType || now.creditType === "EX_POST");
}
