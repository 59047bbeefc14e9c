import * as contract from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import { orderPage, orderStream } from "./list.sql.ts";
import { orderById } from "./orders.sql.ts";
import { countsByStatus, orderSummaryView, orderView } from "./orders.view.ts";

type Row = Awaited<ReturnType<typeof orderPage>>["rows"][number];

const columns: CsvColumns<Row> = [
  ["Order", (row) => row.id],
  ["Placed (UTC)", (row) => row.created_at.toISOString()],
  ["Status", (row) => row.status],
  ["Items", (row) => row.names.join("; ")],
  ["Tonnes", (row) => row.total_credits],
  ["Net (EUR)", (row) => euros(row.net_cents)],
  ["VAT %", (row) => row.vat_percent],
  ["VAT (EUR)", (row) => euros(row.vat_cents)],
  ["Total (EUR)", (row) => euros(row.gross_cents)],
  ["Invoice", (row) => row.invoice_number],
  ["Due", (row) => row.due_on],
  ["Payment reference", (row) => row.payment_reference],
  ["Paid (UTC)", (row) => row.paid_at?.toISOString()],
  ["Credit note", (row) => row.credit_note_number],
];

export function orderRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listMyOrders,
    async ({ caller, query }) => {
      const { rows, counts } = await orderPage(db, { ...query, userId: caller.userId });
      const byStatus = countsByStatus(counts);
      const total = (query.status ?? Object.keys(byStatus)).reduce(
        (sum, status) => sum + byStatus[status as keyof typeof byStatus],
        0,
      );
      return { ...pageOf(rows.map(orderSummaryView), total, query), counts: byStatus };
    },
    ({ caller, query }) =>
      csvFile("orders", columns, orderStream(db, { ...query, userId: caller.userId })),
  );

  serve(contract.getMyOrder, async ({ caller, params }) => {
    const order = (await orderById(db, params.id, caller.userId)) ?? refuse("NOT_FOUND");
    return orderView(order);
  });
}
