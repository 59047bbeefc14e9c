import type { CsvColumns } from "../../core/http/csv.ts";
import { euros } from "../../core/money.ts";
import type { ApprovalListRow } from "./approvals.sql.ts";
import { statusOf } from "./approvals.rules.ts";

/** The CSV columns of a company's requests; their headings match those of orders where they mean the same. */
export const csvColumns: CsvColumns<ApprovalListRow> = [
  ["Request", (row) => row.id],
  ["Requested by", (row) => row.requester_name],
  ["Requested (UTC)", (row) => row.created_at.toISOString()],
  ["Status", statusOf],
  ["Cost centre", (row) => row.cost_centre],
  ["Tonnes", (row) => row.total_credits],
  ["Net (EUR)", (row) => euros(row.net_cents)],
  ["VAT %", (row) => row.vat_percent],
  ["VAT (EUR)", (row) => euros(row.vat_cents)],
  ["Total (EUR)", (row) => euros(row.gross_cents)],
  ["Held until (UTC)", (row) => row.expires_at.toISOString()],
  ["Decided (UTC)", (row) => row.decided_at?.toISOString()],
  ["Decided by", (row) => row.decider_name],
  ["Refused because", (row) => row.reason],
  ["Order", (row) => row.order_id],
];
