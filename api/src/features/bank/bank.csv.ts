import type { CsvColumns } from "../../core/http/csv.ts";
import { euros, eurosOrNone } from "../../core/money.ts";
import type { ListedEntry } from "./entries.sql.ts";
import type { ListedRefund } from "./refunds.sql.ts";
import type { ListedRule } from "./rules.sql.ts";
import type { ListedStatement } from "./statements.sql.ts";

export const entryColumns: CsvColumns<ListedEntry> = [
  ["Id", (row) => row.id],
  ["Booked on", (row) => row.booked_on],
  ["Account", (row) => row.account],
  ["Amount (EUR)", (row) => euros(row.amount_cents)],
  ["Counterparty", (row) => row.payer],
  ["Its account", (row) => row.payer_iban],
  ["Text", (row) => row.text],
  ["Bank's reference", (row) => row.bank_reference],
  ["Status", (row) => row.status],
  ["Orders", (row) => row.orders.map(({ orderId }) => orderId).join(" ")],
  ["Reason", (row) => row.reason],
  ["Decided by", (row) => row.decided_by],
  ["Decided at (UTC)", (row) => row.decided_at?.toISOString()],
];

export const statementColumns: CsvColumns<ListedStatement> = [
  ["Statement", (row) => row.statement_id],
  ["Number", (row) => row.number],
  ["Kind", (row) => row.kind],
  ["Account", (row) => row.account],
  ["From", (row) => row.from_on],
  ["To", (row) => row.to_on],
  ["Opening (EUR)", (row) => eurosOrNone(row.opening_cents)],
  ["In (EUR)", (row) => euros(row.in_cents)],
  ["Out (EUR)", (row) => euros(row.out_cents)],
  ["Closing (EUR)", (row) => eurosOrNone(row.closing_cents)],
  ["Entries", (row) => row.entry_count],
  ["Done", (row) => row.done],
  ["File", (row) => row.file_name],
  ["Added by", (row) => row.added_by],
  ["Added at (UTC)", (row) => row.created_at.toISOString()],
];

export const ruleColumns: CsvColumns<ListedRule> = [
  ["Id", (row) => row.id],
  ["Direction", (row) => (row.outgoing ? "out" : "in")],
  ["Counterparty", (row) => row.payer],
  ["Its account", (row) => row.payer_iban],
  ["Words", (row) => row.words],
  ["Reason", (row) => row.reason],
  ["Entries", (row) => row.used.count],
  ["Made by", (row) => row.made_by],
  ["Made at (UTC)", (row) => row.created_at.toISOString()],
  ["Ended by", (row) => row.ended_by_name],
  ["Ended at (UTC)", (row) => row.ended_at?.toISOString()],
];

export const refundColumns: CsvColumns<ListedRefund> = [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ["IBAN", (row) => row.iban],
  ["Amount (EUR)", (row) => euros(row.amount_cents)],
  ["Text", (row) => row.text],
  ["Status", (row) => row.status],
  ["Entry", (row) => row.entry_id],
  ["File", (row) => row.file_id],
  ["Done on", (row) => row.done_on],
  ["Refused because", (row) => row.refused_reason],
  ["Came back on", (row) => row.back_on],
  ["Listed by", (row) => row.made_by],
  ["Listed at (UTC)", (row) => row.created_at.toISOString()],
];
