import { sql } from "kysely";
import { sellerTime, sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";

export async function openOrders(executor: Executor) {
  const { rows } = await sql<{ toApprove: number; overdue: number; overdueCents: number }>`
    select (select count(*) from orders where status = 'AWAITING_APPROVAL') as "toApprove",
      count(*) as overdue, coalesce(sum(gross_cents - credited_cents), 0)::bigint as "overdueCents"
    from orders where status = 'AWAITING_PAYMENT' and due_on < ${sellerToday}`.execute(executor);
  return rows[0]!;
}

export async function openRetirements(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from retirements where status = 'RETIREMENT_IN_PROGRESS'`.execute(
    executor,
  );
  return rows[0]!.count;
}

export async function peopleToAdmit(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users join roles on roles.id = users.role_id
    where roles.name = 'Anonymous' and users.verified_at is not null and not users.blocked`.execute(
    executor,
  );
  return rows[0]!.count;
}

export async function openRequests(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support_requests where status = 'OPEN'`.execute(executor);
  return rows[0]!.count;
}

export async function failedMails(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mails where status = 'FAILED'`.execute(executor);
  return rows[0]!.count;
}

/** Twelve rows, oldest first; months without a sale are there with zeros. */
export async function salesByMonth(executor: Executor) {
  const { rows } = await sql<{ month: string; orders: number; credits: number; netCents: number }>`
    with months as (
      select generate_series(date_trunc('month', ${sellerTime(sql`now()`)}) - interval '11 months',
        date_trunc('month', ${sellerTime(sql`now()`)}), interval '1 month') as month
    ), paid as (
      select date_trunc('month', ${sellerTime(sql`paid_at`)}) as month, count(*) as orders,
        sum(total_credits - returned_credits) as credits, sum(net_cents - credited_net_cents) as net_cents
      from orders
      where status = 'PAID'
        and ${sellerTime(sql`paid_at`)} >= date_trunc('month', ${sellerTime(sql`now()`)}) - interval '11 months'
      group by 1
    )
    select to_char(months.month, 'YYYY-MM') as month, coalesce(orders, 0) as orders,
      coalesce(credits, 0)::bigint as credits, coalesce(net_cents, 0)::bigint as "netCents"
    from months left join paid using (month) order by months.month`.execute(executor);
  return rows;
}

export async function stockByType(executor: Executor) {
  const { rows } = await sql<{
    id: number;
    name: string;
    projects: number;
    available: number;
    reserved: number;
    committed: number;
  }>`
    select t.id, t.name, count(distinct p.id) as projects, sum(s.available)::bigint as available,
      sum(s.reserved)::bigint as reserved, sum(s.committed)::bigint as committed
    from vintage_stock s join vintages v on v.id = s.vintage_id join projects p on p.id = s.project_id
      join project_types t on t.id = p.project_type_id
    where v.status = 'ACTIVE' and not p.hidden
    group by t.id, t.name
    having sum(s.available + s.reserved + s.committed) > 0
    order by sum(s.available) desc, t.name`.execute(executor);
  return rows;
}
