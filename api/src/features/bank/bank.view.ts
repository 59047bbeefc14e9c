import type { BankEntry, BankStatement } from "@tonneline/contract/bank";
import { euros } from "../../core/money.ts";
import { openCents } from "../orders/payments.rules.ts";
import type { ListedEntry } from "./entries.sql.ts";
import type { ListedStatement, StatementRow } from "./statements.sql.ts";

const eurosOrNull = (cents: number | null) => (cents === null ? null : euros(cents));

/** A statement with how many of its entries an import found, and knew before. */
export function statementView(
  row: StatementRow | ListedStatement,
  found: { entries: number; duplicates: number },
): BankStatement & { id: number } {
  return {
    id: row.id,
    account: row.account,
    kind: row.kind as BankStatement["kind"],
    version: row.version,
    statementId: row.statement_id,
    from: row.from_on,
    to: row.to_on,
    opening: eurosOrNull(row.opening_cents),
    closing: eurosOrNull(row.closing_cents),
    incoming: euros(row.in_cents),
    outgoing: euros(row.out_cents),
    entries: found.entries,
    duplicates: found.duplicates,
    follows: row.follows,
    fileName: row.file_name,
  };
}

export function entryView(row: Omit<ListedEntry, "place">): BankEntry {
  const booked = row.orders.reduce((cents, each) => cents + each.cents, 0);
  return {
    id: row.id,
    statementId: row.statement_id,
    account: row.account,
    status: row.status as BankEntry["status"],
    bookedOn: row.booked_on,
    valueOn: row.value_on,
    amount: euros(row.amount_cents),
    payer: row.payer,
    payerIban: row.payer_iban,
    text: row.text,
    references: row.remitted.map(({ reference }) => reference),
    bankReference: row.bank_reference,
    returnReason: row.return_reason,
    why: row.match.why,
    orders: row.orders.map((each) => ({
      orderId: each.orderId,
      amount: euros(each.cents),
      companyName: each.companyName,
      dueOn: each.dueOn,
      open: euros(openCents(each)),
    })),
    rest: row.status === "BOOKED" ? euros(row.amount_cents - booked) : 0,
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    version: row.version,
  };
}
