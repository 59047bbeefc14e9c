import type { ManagedQuote, Quote } from "@tonneline/contract/quotes";
import { cartHasChanged, statusOf } from "./quotes.rules.ts";
import type { QuoteRow } from "./quotes.sql.ts";

/** Returns a quote as the members of its company see it. */
export function quoteView(row: QuoteRow, readerId: number): Quote {
  const { id, number, userId, author, orderId, approvalId, createdAt } = row;
  const {
    id: _cart,
    userId: _buyer,
    version: _version,
    changes: _changes,
    ...content
  } = row.content;
  return {
    id,
    number,
    status: statusOf(row),
    ...(cartHasChanged(row) && { cartChanged: true as const }),
    validUntil: row.validUntil.toISOString(),
    createdAt: createdAt.toISOString(),
    userId,
    author,
    isOwn: userId === readerId,
    orderId,
    approvalId,
    ...content,
  };
}

/** The same as operators see it. */
export function managedView(row: QuoteRow): ManagedQuote {
  const { username, companyId, companyName } = row;
  return { ...quoteView(row, 0), username, companyId, companyName };
}
