import type { z } from "zod";
import * as contract from "@tonneline/contract/orders";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import { ownerFilter, type Caller, type Serve } from "../../core/http/serve.ts";
import { orders } from "./list.sql.ts";
import { orderById } from "./orders.sql.ts";
import { orderColumns } from "./orders.csv.ts";
import { orderSummaryView, orderView } from "./orders.view.ts";

type OwnQuery = z.output<typeof contract.listMyOrders.query>;

const within = (caller: Caller, query: OwnQuery) => ({ ...query, ...ownerFilter(caller, query) });

/**
 * Registers the buyers' endpoints for their company's orders, as pages or CSV; with `by` only the caller's own. NOT_FOUND for
 * another company's. In the counts, DUE and OVERDUE are merged into AWAITING_PAYMENT.
 */
export function orderRoutes(serve: Serve, db: Db): void {
  serve(
    contract.listMyOrders,
    async ({ caller, query }) => {
      const page = await orders.page(db, within(caller, query), orderSummaryView);
      const { DUE, OVERDUE, ...counts } = page.counts;
      return { ...page, counts: { ...counts, AWAITING_PAYMENT: DUE + OVERDUE } };
    },
    ({ caller, query }) =>
      csvFile("orders", orderColumns, orders.stream(db, within(caller, query))),
  );

  serve(contract.getMyOrder, async ({ caller, params }) => {
    const order = (await orderById(db, params.id, caller.companyId)) ?? refuse("NOT_FOUND");
    return orderView(order);
  });
}
