import { z } from "zod";
import { orderDecisions, type OrderDecision } from "@tonneline/contract/orders";
import { bulkHandler } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { DecisionContext } from "../../core/decisions.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approveOrder, decideOrders, payOrder, rejectOrder } from "./life.service.ts";

const { approve, pay, reject } = orderDecisions;

/** Returns the job handlers that apply an operator's decision to many orders. */
export function bulkOrderJobs(db: Db, settings: SettingsService): JobHandlers {
  const take: Record<OrderDecision, (context: DecisionContext, asks: unknown) => Promise<void>> = {
    approve: (context, asks) =>
      approveOrder(db, settings, context, approve.input.parse(asks) ?? {}),
    pay: (context, asks) => payOrder(db, context, new Date(pay.input.parse(asks).paidAt)),
    reject: (context, asks) => rejectOrder(db, settings, context, reject.input.parse(asks)),
  };
  const named = z.enum(Object.keys(take) as [OrderDecision, ...OrderDecision[]]);
  return bulkHandler(db, decideOrders, {
    permission: "orders:write",
    decide: (decision, context, asks) => take[named.parse(decision)](context, asks),
  });
}
