import * as contract from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { orderPage, orderStream } from "./list.sql.ts";
import { orderById } from "./orders.sql.ts";
import { orderColumns } from "./orders.csv.ts";
import { countsByStatus, orderSummaryView, orderView } from "./orders.view.ts";

export function orderRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listMyOrders,
    async ({ caller, query }) => {
      const filter = { ...query, userId: caller.userId };
      const { rows, counts, total } = await orderPage(db, filter);
      return {
        ...pageOf(rows.map(orderSummaryView), total, query),
        counts: countsByStatus(counts),
      };
    },
    ({ caller, query }) =>
      csvFile("orders", orderColumns, orderStream(db, { ...query, userId: caller.userId })),
  );

  serve(contract.getMyOrder, async ({ caller, params }) => {
    const order = (await orderById(db, params.id, caller.userId)) ?? refuse("NOT_FOUND");
    return orderView(order);
  });
}
