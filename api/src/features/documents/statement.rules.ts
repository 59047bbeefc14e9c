import { daysAfter } from "../../core/days.ts";

export const movementKinds = ["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND", "ALLOWANCE"] as const;

/** A change of a company's account with the seller. */
export interface AccountMovement {
  kind: (typeof movementKinds)[number];
  day: string;
  orderId: number;
  /** The document's number, or the payment's reference. */
  reference: string | null;
  purchaseOrderNumber: string | null;
  /** Positive if it increases what the company owes. */
  cents: number;
}

export interface StatementRow extends AccountMovement {
  balanceCents: number;
}

export interface Statement {
  from: string;
  to: string;
  /** What the company owed before the first day; negative if it had overpaid. */
  openingCents: number;
  rows: StatementRow[];
  /** Invoices and refunds (debit), credits and payments (credit); opening + debit - credit = closing. */
  debitCents: number;
  creditCents: number;
  closingCents: number;
}

/** Returns the statement of a period, both days included, from all movements of an account in order of day. */
export function statementOf(
  movements: readonly AccountMovement[],
  { from, to }: { from: string; to: string },
): Statement {
  const sum = (some: readonly AccountMovement[]) => some.reduce((all, { cents }) => all + cents, 0);
  const openingCents = sum(movements.filter(({ day }) => day < from));
  const within = movements.filter(({ day }) => day >= from && day <= to);
  let balanceCents = openingCents;
  const rows = within.map((movement) => {
    balanceCents += movement.cents;
    return { ...movement, balanceCents };
  });
  return {
    from,
    to,
    openingCents,
    rows,
    debitCents: sum(within.filter(({ cents }) => cents > 0)),
    creditCents: -sum(within.filter(({ cents }) => cents < 0)) || 0,
    closingCents: balanceCents,
  };
}

/** Returns the first and last day of a quarter such as "2026-Q1". */
export function daysOfQuarter(quarter: string): { from: string; to: string } {
  const year = Number(quarter.slice(0, 4));
  const next = Number(quarter.slice(6)) * 3;
  const first = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: first(next - 3), to: daysAfter(first(next), -1) };
}
