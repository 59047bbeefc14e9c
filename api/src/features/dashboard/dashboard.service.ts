import type { Executor } from "../../core/db.ts";
import { ordersToCheck } from "../orders/orders.service.ts";
import { ordersToApprove, type WaitingRow } from "./waiting.sql.ts";

/** Orders that await approval; of these: those that need a check of their VAT number first. */
export async function ordersThatWait(executor: Executor): Promise<WaitingRow> {
  const row = await ordersToApprove(executor);
  return { ...row, of: await ordersToCheck(executor) };
}
