import { sql } from "kysely";
import { sellerToday } from "../../core/days.sql.ts";
import type { Tx } from "../../core/db.ts";
import type { LockedOrder } from "./life.sql.ts";

/**
 * In SQL, the rate in percent that applies today to an order awaiting approval; null unless it has changed since the order was
 * placed. Orders with VAT are those from the seller's own country.
 */
export const changedPercent = sql<number | null>`(
  case when orders.status = 'AWAITING_APPROVAL' and orders.vat_category = 'S' then (
    select nullif(percent, orders.vat_percent) from vat_rates
    where country_code = orders.country_code and valid_from <= ${sellerToday}
    order by valid_from desc limit 1
  ) end)`;

/**
 * The same for an order that the caller has locked. Until the transaction ends, nobody can correct the rate: they would find no
 * invoice that has it.
 */
export async function lockChangedPercent(tx: Tx, order: LockedOrder): Promise<number | null> {
  if (order.vat_category !== "S") return null;
  const { rows } = await sql<{ percent: number }>`select percent from vat_rates
    where country_code = ${order.country_code} and valid_from <= ${sellerToday}
    order by valid_from desc limit 1 for share`.execute(tx);
  const [rate] = rows;
  return rate && rate.percent !== order.vat_percent ? rate.percent : null;
}

/** Replaces the VAT of an order that the caller has locked, and records the rate it was placed with. */
export async function replaceVat(
  tx: Tx,
  order: Pick<LockedOrder, "id" | "vat_percent">,
  vat: Pick<LockedOrder, "vat_percent" | "vat_cents" | "gross_cents">,
): Promise<LockedOrder> {
  return await tx
    .updateTable("orders")
    .set({ ...vat, placed_vat_percent: order.vat_percent })
    .where("id", "=", order.id)
    .where("status", "=", "AWAITING_APPROVAL")
    .returningAll()
    .executeTakeFirstOrThrow();
}
