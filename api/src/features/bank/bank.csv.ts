import type { CsvColumns } from "../../core/http/csv.ts";
import { euros } from "../../core/money.ts";
import type { ListedEntry } from "./entries.sql.ts";
import type { ListedStatement } from "./statements.sql.ts";

export const entryColumns: CsvColumns<ListedEntry> = [
  ["Id", (row) => row.id],
  ["Booked on", (row) => row.booked_on],
  ["Account", (row) => row.account],
  ["Amount", (row) => euros(row.amount_cents)],
  ["Payer", (row) => row.payer],
  ["Payer's account", (row) => row.payer_iban],
  ["Text", (row) => row.text],
  ["Bank's reference", (row) => row.bank_reference],
  ["Status", (row) => row.status],
  ["Orders", (row) => row.orders.map(({ orderId }) => orderId).join(" ")],
  ["Reason", (row) => row.reason],
  ["Decided by", (row) => row.decided_by],
  ["Decided at", (row) => row.decided_at?.toISOString()],
];

const eurosOrNone = (cents: number | null) => (cents === null ? null : euros(cents));

export const statementColumns: CsvColumns<ListedStatement> = [
  ["Statement", (row) => row.statement_id],
  ["Kind", (row) => row.kind],
  ["Account", (row) => row.account],
  ["From", (row) => row.from_on],
  ["To", (row) => row.to_on],
  ["Opening", (row) => eurosOrNone(row.opening_cents)],
  ["In", (row) => euros(row.in_cents)],
  ["Out", (row) => euros(row.out_cents)],
  ["Closing", (row) => eurosOrNone(row.closing_cents)],
  ["Entries", (row) => row.entry_count],
  ["Done", (row) => row.done],
  ["File", (row) => row.file_name],
  ["Added by", (row) => row.added_by],
  ["Added at", (row) => row.created_at.toISOString()],
];
