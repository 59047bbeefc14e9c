import type { CsvColumns } from "../../core/http/csv.ts";
import { euros } from "../../core/money.ts";
import type { ListedDocument } from "./documents.sql.ts";
import type { Statement, StatementRow } from "./statement.rules.ts";

/** The CSV columns of a list of documents; credits are negative, so that columns can be summed. */
export const documentColumns: CsvColumns<ListedDocument> = [
  ["Number", (row) => row.number],
  ["Kind", (row) => (row.kind === "INVOICE" ? "Invoice" : "Credit note")],
  ["Status", (row) => row.state],
  ["Corrects", (row) => row.corrects],
  ["Issued on", (row) => row.issued_on],
  ["Due on", (row) => row.due_on],
  ["Order", (row) => row.order_id],
  ["Purchase order", (row) => row.purchase_order_number],
  ["Cost centre", (row) => row.cost_centre],
  ["Net (EUR)", (row) => euros(row.net_cents)],
  ["VAT (EUR)", (row) => euros(row.vat_cents)],
  ["Total (EUR)", (row) => euros(row.gross_cents)],
  ["Open (EUR)", (row) => euros(row.open_cents)],
];

/** A line of a statement of account in CSV. */
interface StatementLine {
  day: string;
  what: string;
  row?: StatementRow;
  balanceCents: number;
}

/** The names of movements. */
export const movementNames = {
  INVOICE: "Invoice",
  CREDIT_NOTE: "Credit note",
  PAYMENT: "Payment",
  REFUND: "Refund",
  ALLOWANCE: "Difference waived",
} as const satisfies Record<StatementRow["kind"], string>;

/** Returns the name of a movement: a payment reversed by the bank is named differently. */
export const movementName = ({ kind, cents }: StatementRow): string =>
  kind === "PAYMENT" && cents > 0 ? "Payment returned" : movementNames[kind];

export const statementColumns: CsvColumns<StatementLine> = [
  ["Day", (line) => line.day],
  ["Movement", (line) => line.what],
  ["Number or reference", (line) => line.row?.reference],
  ["Order", (line) => line.row?.orderId],
  ["Purchase order", (line) => line.row?.purchaseOrderNumber],
  ["Debit (EUR)", (line) => (line.row && line.row.cents > 0 && euros(line.row.cents)) || null],
  ["Credit (EUR)", (line) => (line.row && line.row.cents < 0 && euros(-line.row.cents)) || null],
  ["Balance (EUR)", (line) => euros(line.balanceCents)],
];

/** Yields the lines of a statement between its opening and its closing balance. */
export function* statementLines(statement: Statement): Generator<StatementLine> {
  const { from, to, openingCents, rows, closingCents } = statement;
  yield { day: from, what: "Opening balance", balanceCents: openingCents };
  for (const row of rows) {
    yield { day: row.day, what: movementName(row), row, balanceCents: row.balanceCents };
  }
  yield { day: to, what: "Closing balance", balanceCents: closingCents };
}
