import * as contract from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { orders } from "./list.sql.ts";
import { orderById } from "./orders.sql.ts";
import { orderColumns } from "./orders.csv.ts";
import { orderSummaryView, orderView } from "./orders.view.ts";

export function orderRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listMyOrders,
    ({ caller: { userId }, query }) => orders.page(db, { ...query, userId }, orderSummaryView),
    ({ caller: { userId }, query }) =>
      csvFile("orders", orderColumns, orders.stream(db, { ...query, userId })),
  );

  serve(contract.getMyOrder, async ({ caller, params }) => {
    const order = (await orderById(db, params.id, caller.userId)) ?? refuse("NOT_FOUND");
    return orderView(order);
  });
}
