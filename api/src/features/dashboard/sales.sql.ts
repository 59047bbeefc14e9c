import type { Comparison } from "@tonneline/contract/dashboard";
import { sql, type RawBuilder } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";

interface Sums {
  orders: number;
  credits: number;
  netCents: number;
  creditsNetCents: number;
}

/** The days of a bar, with the sales paid on them and in the period they are compared with. */
export interface SalesRow {
  from: string;
  to: string;
  isOpen: boolean;
  now: Sums;
  before: Sums;
}

/**
 * Returns the paid orders of a range, one row per day or month. Months are clipped to the range, and those without a sale
 * are included with zeros. The comparison is with the same days a year earlier, or with the equally long period just before.
 */
export async function salesOf(
  executor: Executor,
  range: { from: string; to: string; unit: "day" | "month"; compare: Comparison },
): Promise<SalesRow[]> {
  const { from, to, unit, compare } = range;
  const yearAgo = (day: RawBuilder<unknown>) => sql`(${day} - interval '1 year')::date`;
  const daysAgo = (day: RawBuilder<unknown>) => sql`${day} - (${to}::date - ${from}::date + 1)`;
  // Around a leap day the adjacent day decides, so that each day of the previous year is in exactly one bar.
  const begins =
    compare === "year"
      ? sql`greatest(${yearAgo(sql`begins`)}, ${yearAgo(sql`(begins - 1)`)} + 1)`
      : daysAgo(sql`begins`);
  const ends =
    compare === "year"
      ? sql`greatest(${yearAgo(sql`ends`)}, ${yearAgo(sql`(ends + 1)`)} - 1)`
      : daysAgo(sql`ends`);
  const { rows } = await sql<SalesRow>`
    with reports as (
      select order_id, sum(total_cents - credited_cents) as cents
      from order_items where report_id is not null group by order_id
    ), paid as materialized (
      select ${sellerDay(sql`paid_at`)} as day, total_credits - returned_credits as credits,
        net_cents - credited_net_cents as net_cents, coalesce(reports.cents, 0) as reports_cents
      from orders left join reports on reports.order_id = orders.id where status = 'PAID'
    ), bars as (
      select greatest(each::date, ${from}::date) as begins,
        least((each + ${sql.lit(`1 ${unit}`)}::interval)::date - 1, ${to}::date) as ends
      from generate_series(date_trunc(${unit}, ${from}::timestamp), ${to}::timestamp,
        ${sql.lit(`1 ${unit}`)}::interval) as each
    )
    select to_char(begins, 'YYYY-MM-DD') as from, to_char(ends, 'YYYY-MM-DD') as to,
      ${sellerToday} <= ends as "isOpen", ${sums(sql`begins`, sql`ends`)} as now,
      ${sums(begins, ends)} as before
    from bars order by begins`.execute(executor);
  return rows;
}

const sums = (begins: RawBuilder<unknown>, ends: RawBuilder<unknown>) => sql`(
  select json_build_object('orders', count(*), 'credits', coalesce(sum(credits), 0),
    'netCents', coalesce(sum(net_cents), 0),
    'creditsNetCents', coalesce(sum(net_cents - reports_cents), 0)) from paid where day between ${begins} and ${ends})`;
