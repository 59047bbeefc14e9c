import type { Executor } from "../../core/db.ts";
import { ordersToCheck } from "../orders/orders.service.ts";
import { ordersToApprove, type WaitingRow } from "./waiting.sql.ts";

/** Orders awaiting approval; `of` counts those whose VAT number has to be checked first. */
export async function pendingOrders(executor: Executor): Promise<WaitingRow> {
  const row = await ordersToApprove(executor);
  return { ...row, of: await ordersToCheck(executor) };
}
