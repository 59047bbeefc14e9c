import { z } from "zod";
import { orderDecisions, type OrderDecision } from "@tonneline/contract/orders";
import { bulkHandler } from "../../core/bulk.ts";
import type { Db } from "../../core/db.ts";
import type { Deciding } from "../../core/decisions.ts";
import type { JobHandlers } from "../../core/jobs.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approveOrder, decideOrders, payOrder, rejectOrder } from "./life.service.ts";

const { approve, pay, reject } = orderDecisions;

/** Takes the decisions of operators on many orders. */
export function bulkOrderJobs(db: Db, settings: SettingsService): JobHandlers {
  const take: Record<OrderDecision, (deciding: Deciding, asks: unknown) => Promise<void>> = {
    approve: (deciding, asks) =>
      approveOrder(db, settings, deciding, approve.asks.parse(asks) ?? {}),
    pay: (deciding, asks) => payOrder(db, deciding, new Date(pay.asks.parse(asks).paidAt)),
    reject: (deciding, asks) => rejectOrder(db, settings, deciding, reject.asks.parse(asks)),
  };
  const named = z.enum(Object.keys(take) as [OrderDecision, ...OrderDecision[]]);
  return bulkHandler(db, decideOrders, {
    permission: "orders:write",
    decide: (decision, deciding, asks) => take[named.parse(decision)](deciding, asks),
  });
}
