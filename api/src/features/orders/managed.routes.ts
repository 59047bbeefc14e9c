import type { CountryCode } from "@tonneline/contract/countries";
import * as contract from "@tonneline/contract/orders";
import type { ManagedOrder, OrderStatus } from "@tonneline/contract/orders";
import { expectedVatNumber } from "@tonneline/contract/vatNumbers";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { csvFile } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approveOrder, payOrder, rejectOrder } from "./life.service.ts";
import { orders } from "./list.sql.ts";
import { managedOrderColumns } from "./orders.csv.ts";
import { orderById } from "./orders.sql.ts";
import { orderSummaryView, orderView } from "./orders.view.ts";
import { paymentsOf } from "./payments.sql.ts";
import { paymentView } from "./payments.view.ts";

const vatNumberLooksRight = (row: { vat_number: string; country_code: string }) =>
  expectedVatNumber(row.country_code as CountryCode, row.vat_number) === undefined;

/** The operators' side of orders. */
export function managedOrderRoutes(serve: Serve, db: Db, settings: SettingsService): void {
  async function read(orderId: number): Promise<ManagedOrder> {
    const row = (await orderById(db, orderId)) ?? refuse("NOT_FOUND");
    return {
      ...orderView(row),
      username: row.username,
      buyerName: row.buyer_name,
      approvedAt: row.approved_at?.toISOString() ?? null,
      dueOn: row.due_on,
      vatNumberLooksRight: vatNumberLooksRight(row),
      vatCheckResult: row.vat_check_result as ManagedOrder["vatCheckResult"],
      vatCheckOn: row.vat_check_on,
      vatCheckEvidence: row.vat_check_evidence,
      payments: (await paymentsOf(db, orderId)).map(paymentView),
      transitions: row.transitions.map((each) => ({
        from: each.from as OrderStatus | null,
        to: each.to as OrderStatus,
        actor: each.actor,
        reason: each.reason,
        at: each.at.toISOString(),
      })),
      version: row.version,
    };
  }

  serve(
    contract.listOrders,
    async ({ query }) => {
      const page = await orders.page(db, query, (row) => ({
        ...orderSummaryView(row),
        username: row.username,
        countryCode: row.country_code,
        vatNumber: row.vat_number,
        vatNumberLooksRight: vatNumberLooksRight(row),
        dueOn: row.due_on,
        version: row.version,
      }));
      return { ...page, totalGross: euros(page.sums.grossCents) };
    },
    ({ query }) => csvFile("orders", managedOrderColumns, orders.stream(db, query)),
  );

  serve(contract.getOrder, ({ params }) => read(params.id));

  serve(contract.approveOrder, async ({ params, body, ...deciding }) => {
    await approveOrder(db, settings, { ...deciding, id: params.id }, body?.vatCheck);
    return read(params.id);
  });

  serve(contract.payOrder, async ({ params, body, ...deciding }) => {
    await payOrder(db, { ...deciding, id: params.id }, new Date(body.paidAt));
    return read(params.id);
  });

  serve(contract.rejectOrder, async ({ params, body, ...deciding }) => {
    await rejectOrder(db, settings, { ...deciding, id: params.id }, body.reason);
    return read(params.id);
  });
}
