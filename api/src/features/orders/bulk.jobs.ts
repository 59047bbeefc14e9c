import { orderDecisions, type OrderDecision } from "@tonneline/contract/orders";
import { bulkHandler, type BulkDecision } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approveOrder, decideOrders, payOrder, rejectOrder } from "./life.service.ts";

const { approve, pay, reject } = orderDecisions;

/** Returns the job handlers that apply an operator's decision to many orders. */
export function bulkOrderJobs(db: Db, settings: SettingsService): JobHandlers {
  const decisions: Record<OrderDecision, BulkDecision> = {
    approve: (context, asks) =>
      approveOrder(db, settings, context, approve.input.parse(asks) ?? {}),
    pay: (context, asks) => payOrder(db, context, new Date(pay.input.parse(asks).paidAt)),
    reject: (context, asks) => rejectOrder(db, settings, context, reject.input.parse(asks)),
  };
  return bulkHandler(db, decideOrders, "orders:write", decisions);
}
