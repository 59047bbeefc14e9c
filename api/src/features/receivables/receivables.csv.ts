import type { CsvColumns } from "../../core/http/csv.ts";
import { euros } from "../../core/money.ts";
import type { ListedReceivable } from "./receivables.sql.ts";

export const receivableColumns: CsvColumns<ListedReceivable> = [
  ["Order", (row) => row.id],
  ["Company", (row) => row.company_name],
  ["Invoice", (row) => row.invoice_number],
  ["Due on", (row) => row.due_on],
  ["Days late", (row) => row.days_late],
  // Less what was credited: "total" would mean the invoice's.
  ["Left of the total (EUR)", (row) => euros(row.gross_cents)],
  ["Open (EUR)", (row) => euros(row.open_cents)],
  ["Reminder level", (row) => row.level],
  ["Reminded on", (row) => row.reminded_on],
  ["Stopped", (row) => row.stop_kind],
  ["Stopped because", (row) => row.stop_reason],
];
