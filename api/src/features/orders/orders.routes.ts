import { getInvoice, getMyInvoice, getMyOrder, listMyOrders } from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { fileAnswer } from "../../core/http/files.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { invoiceFileOf } from "./life.sql.ts";
import { orderOf, orderPage } from "./orders.sql.ts";
import { countsByStatus, orderSummaryView, orderView } from "./orders.view.ts";

export function orderRoutes(serve: Serve, db: Db, files: FileStore): void {
  serve(listMyOrders, async ({ caller, query }) => {
    const { rows, counts } = await orderPage(db, caller.userId, query);
    const byStatus = countsByStatus(counts);
    const total = (query.status ?? Object.keys(byStatus)).reduce(
      (sum, status) => sum + byStatus[status as keyof typeof byStatus],
      0,
    );
    return { ...pageOf(rows.map(orderSummaryView), total, query), counts: byStatus };
  });

  serve(getMyOrder, async ({ caller, params }) => {
    const order = (await orderOf(db, caller.userId, params.id)) ?? refuse("NOT_FOUND");
    return orderView(order);
  });

  serve(getMyInvoice, async ({ caller, params }) =>
    fileAnswer(db, files, await invoiceFileOf(db, params.id, caller.userId)),
  );

  serve(getInvoice, async ({ params }) =>
    fileAnswer(db, files, await invoiceFileOf(db, params.id)),
  );
}
