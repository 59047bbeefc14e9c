import { formatTaxNumber } from "@tonneline/contract/vatNumbers";
import type { CsvColumns } from "../../core/http/csv.ts";
import { euros } from "../../core/money.ts";
import type { ListedOrder } from "./list.sql.ts";

// The credit note of a rejected order covers the whole invoice.
const creditedCents = (row: ListedOrder) =>
  row.status === "REJECTED" && row.credit_note_number ? row.gross_cents : row.credited_cents;

/** The CSV columns of an order list, shared by buyers and operators. */
export const orderColumns: CsvColumns<ListedOrder> = [
  ["Order", (row) => row.id],
  ["Placed (UTC)", (row) => row.created_at.toISOString()],
  ["Status", (row) => row.status],
  ["Items", (row) => row.names.join("; ")],
  ["Tonnes", (row) => row.total_credits],
  ["Net (EUR)", (row) => euros(row.net_cents)],
  ["VAT %", (row) => row.vat_percent],
  ["VAT (EUR)", (row) => euros(row.vat_cents)],
  ["Total (EUR)", (row) => euros(row.gross_cents)],
  ["Purchase order", (row) => row.purchase_order_number],
  ["Cost centre", (row) => row.cost_centre],
  ["Buyer reference", (row) => row.buyer_reference],
  ["Remark", (row) => row.remark],
  ["Invoice", (row) => row.invoice_number],
  ["Due", (row) => row.due_on],
  ["Payment reference", (row) => row.payment_reference],
  ["Paid (UTC)", (row) => row.paid_at?.toISOString()],
  ["Credit note", (row) => row.credit_note_number],
  ["Credited (EUR)", (row) => euros(creditedCents(row))],
];

/** With the columns that only operators need, who see all buyers' orders. */
export const managedOrderColumns: CsvColumns<ListedOrder> = [
  ["Company", (row) => row.company_name],
  ["Person", (row) => row.username],
  ["Country", (row) => row.country_code],
  ["VAT number", (row) => formatTaxNumber(row.vat_number)],
  ...orderColumns,
];
