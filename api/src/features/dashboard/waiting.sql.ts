import { sql, type RawBuilder } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";

/** Pending work of one kind. */
export interface WaitingRow {
  count: number;
  cents: number | null;
  tonnes: number | null;
  oldestDays: number | null;
  of: number | null;
}

async function one(executor: Executor, query: RawBuilder<WaitingRow>): Promise<WaitingRow> {
  const { rows } = await query.execute(executor);
  return rows[0]!;
}

/** SQL for the age of the oldest in days of the seller. */
const daysSince = (at: RawBuilder<unknown>) => sql`${sellerToday} - ${sellerDay(sql`min(${at})`)}`;

/** Orders awaiting approval; the caller fills in `of`, as another feature knows which have to be checked. */
export function ordersToApprove(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, coalesce(sum(gross_cents), 0)::bigint as cents, null as tonnes,
        ${daysSince(sql`created_at`)} as "oldestDays", null as of
      from orders where status = 'AWAITING_APPROVAL'`,
  );
}

/** Overdue orders: the amount due and the days by which the oldest is overdue; `of` counts those in dispute. */
export function overdueOrders(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count,
        coalesce(sum(greatest(0, o.gross_cents - o.credited_cents - p.cents)), 0)::bigint as cents, null as tonnes,
        ${sellerToday} - min(o.due_on) as "oldestDays",
        count(*) filter (where exists (select from reminder_stops s where s.order_id = o.id and s.kind = 'DISPUTE')) as of
      from orders o cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from kept_money
        where order_id = o.id) p
      where o.status = 'AWAITING_PAYMENT' and o.due_on < ${sellerToday}`,
  );
}

/** Bank entries without a decision; `of` counts those with a certain match. */
export function bankEntries(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as cents, null as tonnes,
        ${sellerToday} - min(booked_on) as "oldestDays", count(*) filter (where status = 'MATCHED') as of
      from bank_entries where status in ('MATCHED', 'SUGGESTED', 'UNMATCHED')`,
  );
}

/** Open retirements; `of` counts their registries. */
export function openRetirements(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, null as cents, coalesce(sum(quantity), 0)::bigint as tonnes,
        ${daysSince(sql`requested_at`)} as "oldestDays", count(distinct registry_id) as of
      from retirements where status = 'RETIREMENT_IN_PROGRESS'`,
  );
}

/** Users to admit; `of` counts their companies. */
export function peopleToAdmit(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, null as cents, null as tonnes,
        ${daysSince(sql`users.registered_at`)} as "oldestDays", count(distinct users.company_id) as of
      from users join roles on roles.id = users.role_id
      where roles.name = 'Anonymous' and users.verified_at is not null and not users.blocked`,
  );
}

/** Support requests that operators have to answer; the oldest by when it was first written. */
export function openRequests(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, null as cents, null as tonnes,
        ${daysSince(sql`created_at`)} as "oldestDays", null as of
      from support_requests where status = 'OPEN'`,
  );
}

/** Mails that are not retried until an operator sends them again; the oldest by when it was written. */
export function failedMails(executor: Executor): Promise<WaitingRow> {
  return one(
    executor,
    sql<WaitingRow>`select count(*) as count, null as cents, null as tonnes,
        ${daysSince(sql`created_at`)} as "oldestDays", null as of
      from mails where status = 'FAILED'`,
  );
}
