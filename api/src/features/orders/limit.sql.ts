import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import { changedPercent } from "./rates.sql.ts";

export interface OverLimit {
  limitCents: number;
  owedCents: number;
}

/**
 * In SQL, what the company of a row of `orders` owes including that order with today's VAT, if above its credit limit; else
 * null. Counts its unpaid invoices and its orders awaiting approval up to this one: of two placed at once, the later one
 * exceeds the limit.
 */
export function overLimit(rows: "orders" | "placed") {
  const of = (column: string) => sql.ref(`${rows}.${column}`);
  return sql<OverLimit | null>`(case when ${of("status")} = 'AWAITING_APPROVAL' then (
    select json_build_object('limitCents', c.credit_limit_cents, 'owedCents', owed.cents)
    from companies c, lateral (
      select ${rows === "orders" ? grossToday : of("gross_cents")} + coalesce(sum(greatest(0, o.gross_cents - o.credited_cents - coalesce((
        select sum(k.amount_cents) from kept_money k where k.order_id = o.id), 0))), 0)::bigint as cents
      from orders o
      where o.company_id = c.id and o.id <> ${of("id")}
        and (o.status = 'AWAITING_PAYMENT' or (o.status = 'AWAITING_APPROVAL' and o.id < ${of("id")}))
    ) owed
    where c.id = ${of("company_id")} and c.credit_limit_cents is not null and owed.cents > c.credit_limit_cents) end)`;
}

// As `vatAt`: a new order has today's rate already.
const grossToday = sql`coalesce(orders.net_cents + round(orders.net_cents * ${changedPercent} / 100)::bigint,
  orders.gross_cents)`;

/** The same for an order that the caller has locked. */
export async function overLimitOf(tx: Tx, orderId: number): Promise<OverLimit | null> {
  const { over } = await tx
    .selectFrom("orders")
    .select(overLimit("orders").as("over"))
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return over;
}
