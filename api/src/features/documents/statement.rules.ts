import { daysAfter } from "../../core/days.ts";

export const movementKinds = ["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND", "ALLOWANCE"] as const;

/** What changes the account of a company with the seller. */
export interface AccountMovement {
  kind: (typeof movementKinds)[number];
  day: string;
  orderId: number;
  /** The document's number, or what the payment is found by. */
  reference: string | null;
  purchaseOrderNumber: string | null;
  /** Above zero: the company owes more by it. */
  cents: number;
}

export interface StatementRow extends AccountMovement {
  balanceCents: number;
}

export interface Statement {
  from: string;
  to: string;
  /** What the company owed before the first day; below zero, what it had paid above that. */
  openingCents: number;
  rows: StatementRow[];
  /** What was invoiced or sent back, and what was credited or paid; opening + debit - credit = closing. */
  debitCents: number;
  creditCents: number;
  closingCents: number;
}

/** The statement of a period, both days included, of all movements of an account in the order of their days. */
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

/** First and last day of a quarter such as "2026-Q1". */
export function daysOfQuarter(quarter: string): { from: string; to: string } {
  const year = Number(quarter.slice(0, 4));
  const next = Number(quarter.slice(6)) * 3;
  const first = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: first(next - 3), to: daysAfter(first(next), -1) };
}
