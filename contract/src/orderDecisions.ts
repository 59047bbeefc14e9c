import { z } from "zod";
import { delayedBulkCall, bulkStartNow, bulkRead, bulkStop, rowsOf } from "./decisions.ts";
import { eInvoiceState } from "./eInvoices.ts";
import { endpoint } from "./endpoint.ts";
import { orderDecisions } from "./orders.ts";
import { creditSum, idParams, money } from "./shapes.ts";

/**
 * What each decision on an order would do right now; null where it is not possible. Numbers are only assigned by the
 * decision itself, so a concurrent decision may take the one shown.
 */
export const orderForecast = z.object({
  approve: z.object({ invoiceNumber: z.string(), mailedTo: z.array(z.string()) }).nullable(),
  /** The amount still due, and the tonnes that would enter the portfolio. */
  pay: z.object({ amount: money, tonnes: creditSum }).nullable(),
  /** The tonnes that would go back on sale; if there is an invoice, the number of the credit note that cancels it. */
  reject: z.object({ tonnes: creditSum, creditNoteNumber: z.string().nullable() }).nullable(),
  /** The e-invoice profile the company chose and what it lacks: for the invoice in force, or for the next one. */
  eInvoice: eInvoiceState,
});
export type OrderForecast = z.output<typeof orderForecast>;

export const getOrderForecast = endpoint({
  method: "GET",
  path: "/management/orders/:id/forecast",
  access: "orders:read",
  summary: "Preview the effects of a decision on an order",
  params: idParams,
  response: orderForecast,
});

export const decideOnOrders = delayedBulkCall("/management/orders/decisions", "orders:write", {
  summary: "Approve, mark paid or reject many orders, one after the other",
  body: z.discriminatedUnion("decision", [
    z.strictObject({
      decision: z.literal("approve"),
      rows: rowsOf(orderDecisions.approve.input),
    }),
    z.strictObject({ decision: z.literal("pay"), rows: rowsOf(orderDecisions.pay.input) }),
    z.strictObject({ decision: z.literal("reject"), rows: rowsOf(orderDecisions.reject.input) }),
  ]),
});

export const getOrderDecisions = bulkRead("/management/orders/decisions/:id", "orders:write");

export const stopOrderDecisions = bulkStop("/management/orders/decisions/:id/stop", "orders:write");

export const startOrderDecisions = bulkStartNow(
  "/management/orders/decisions/:id/start",
  "orders:write",
);
