import { z } from "zod";
import { bulkCall, bulkHasten, bulkRead, bulkStop, rowsOf } from "./decisions.ts";
import { orderDecisions } from "./orders.ts";

export const decideOnOrders = bulkCall("/management/orders/decisions", "orders:write", {
  summary: "Approve, mark paid or reject many orders, one after the other",
  body: z.discriminatedUnion("decision", [
    z.strictObject({
      decision: z.literal("approve"),
      rows: rowsOf(orderDecisions.approve.asks),
    }),
    z.strictObject({ decision: z.literal("pay"), rows: rowsOf(orderDecisions.pay.asks) }),
    z.strictObject({ decision: z.literal("reject"), rows: rowsOf(orderDecisions.reject.asks) }),
  ]),
});

export const getOrderDecisions = bulkRead("/management/orders/decisions/:id", "orders:write");

export const stopOrderDecisions = bulkStop("/management/orders/decisions/:id/stop", "orders:write");

export const startOrderDecisions = bulkHasten(
  "/management/orders/decisions/:id/start",
  "orders:write",
);
