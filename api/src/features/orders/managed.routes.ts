import * as decisions from "@tonneline/contract/orderDecisions";
import * as contract from "@tonneline/contract/orders";
import { bulkRunOf, startBulkNow, startBulk, stopBulk } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { forecastOf } from "./forecast.service.ts";
import { approveOrder, decideOrders, payOrder, rejectOrder } from "./life.service.ts";
import { orders } from "./list.sql.ts";
import { managedOrderColumns } from "./orders.csv.ts";
import { managedOrderView, vatNumberLooksRight } from "./managed.view.ts";
import { orderById } from "./orders.sql.ts";
import { orderSummaryView } from "./orders.view.ts";

/** Registers the operators' endpoints for orders. */
export function managedOrderRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  const read = async (orderId: number) =>
    managedOrderView((await orderById(db, orderId)) ?? refuse("NOT_FOUND"));

  serve(
    contract.listOrders,
    async ({ query }) => {
      const page = await orders.page(db, query, (row) => ({
        ...orderSummaryView(row),
        username: row.username,
        countryCode: row.country_code,
        vatNumber: row.vat_number,
        vatNumberLooksRight: vatNumberLooksRight(row),
        knownVatCheck: row.known_vat_check,
        version: row.version,
      }));
      const { DUE, OVERDUE } = page.counts;
      return {
        ...page,
        counts: { ...page.counts, AWAITING_PAYMENT: DUE + OVERDUE },
        totalGross: euros(page.sums.grossCents),
      };
    },
    ({ query }) => csvFile("orders", managedOrderColumns, orders.stream(db, query)),
  );

  serve(contract.getOrder, ({ params }) => read(params.id));

  serve(decisions.getOrderForecast, ({ params }) => forecastOf(db, settings, params.id));

  serve(contract.approveOrder, async ({ params, body, ...context }) => {
    await approveOrder(db, settings, { ...context, id: params.id }, body ?? {});
    return read(params.id);
  });

  serve(contract.payOrder, async ({ params, body, ...context }) => {
    await payOrder(db, { ...context, id: params.id }, new Date(body.paidAt));
    return read(params.id);
  });

  serve(decisions.decideOnOrders, ({ body, query, actor, idempotencyKey }) =>
    startBulk(db, decideOrders, { ...body, ...query, actor, idempotencyKey }),
  );

  serve(decisions.stopOrderDecisions, ({ params, caller }) =>
    stopBulk(db, decideOrders, { id: params.id, actorId: caller.userId }),
  );

  serve(decisions.startOrderDecisions, ({ params, caller }) =>
    startBulkNow(db, decideOrders, { id: params.id, actorId: caller.userId }),
  );

  serve(decisions.getOrderDecisions, ({ params, caller }) =>
    bulkRunOf(db, decideOrders, { id: params.id, actorId: caller.userId }),
  );

  serve(contract.rejectOrder, async ({ params, body, ...context }) => {
    await rejectOrder(db, settings, { ...context, id: params.id }, body);
    return read(params.id);
  });
}
