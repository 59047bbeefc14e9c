import { sql } from "kysely";
import { sellerTime } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

export interface BudgetRow {
  costCentre: string;
  year: number;
  amountCents: number;
  requestedCents: number;
  orderedCents: number;
  paidCents: number;
}

/**
 * Returns a company's budgets with their usage, net: pending requests count in the seller's current year, unpaid and paid
 * orders in the year they were placed. Credited amounts are subtracted. Cost centres are case-insensitive, as in
 * `costCentreKey`.
 */
export async function budgetsOf(
  executor: Executor,
  companyId: number,
  one?: { costCentre: string },
): Promise<BudgetRow[]> {
  const year = sql`extract(year from ${sellerTime(sql`o.created_at`)})::integer`;
  const thisYear = sql`extract(year from ${sellerTime(sql`now()`)})::integer`;
  const { rows } = await sql<BudgetRow>`
    select b.cost_centre as "costCentre", b.year, b.amount_cents as "amountCents",
      coalesce(waiting.cents, 0)::bigint as "requestedCents", coalesce(placed.ordered, 0)::bigint as "orderedCents",
      coalesce(placed.paid, 0)::bigint as "paidCents"
    from company_budgets b
      left join lateral (select sum(o.net_cents) as cents from approvals o where o.company_id = b.company_id
        and o.status = 'PENDING' and o.expires_at > now() and lower(o.cost_centre) = lower(b.cost_centre) and b.year = ${thisYear}) waiting on true
      left join lateral (select
          sum(o.net_cents - o.credited) filter (where o.status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT')) as ordered,
          sum(o.net_cents - o.credited) filter (where o.status = 'PAID') as paid
        from (select o.status, o.net_cents, o.created_at,
            (select coalesce(sum(i.credited_cents), 0) from order_items i where i.order_id = o.id) as credited
          from orders o where o.company_id = b.company_id and lower(o.cost_centre) = lower(b.cost_centre)) o
        where ${year} = b.year) placed on true
    where b.company_id = ${companyId}
      and (${one?.costCentre ?? null}::text is null
        or (lower(b.cost_centre) = lower(${one?.costCentre ?? null}) and b.year = ${thisYear}))
    order by b.year desc, b.cost_centre`.execute(executor);
  return rows;
}

/** Replaces all budgets of a company. */
export async function replaceBudgets(
  tx: Tx,
  companyId: number,
  budgets: readonly { costCentre: string; year: number; amountCents: number }[],
): Promise<void> {
  await tx.deleteFrom("company_budgets").where("company_id", "=", companyId).execute();
  if (budgets.length === 0) return;
  await tx
    .insertInto("company_budgets")
    .values(
      budgets.map(({ costCentre, year, amountCents }) => ({
        company_id: companyId,
        cost_centre: costCentre,
        year,
        amount_cents: amountCents,
      })),
    )
    .execute();
}
