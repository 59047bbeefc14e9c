import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { PayableOrder } from "./match.rules.ts";

const facts = sql`o.id, o.status, o.payment_reference as reference, o.invoice_number as "invoiceNumber",
  o.company_name as "companyName", o.company_id as "ownerId", r.cents as "receivedCents", r.cents - k.cents as "refundedCents",
  case o.status when 'AWAITING_PAYMENT' then greatest(0, o.gross_cents - o.credited_cents - k.cents) else 0 end as "openCents"
  from orders o, lateral (select coalesce(sum(p.amount_cents), 0)::bigint as cents from payments p
    where p.order_id = o.id and p.undone_at is null) r,
    lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from kept_money where order_id = o.id) k`;

/** Returns the orders that await payment, earliest due date first. */
export async function openOrders(executor: Executor): Promise<PayableOrder[]> {
  const { rows } = await sql<PayableOrder>`select ${facts} where o.status = 'AWAITING_PAYMENT'
    order by o.due_on, o.id`.execute(executor);
  return rows;
}

/** Returns the orders with these references, whatever their status. */
export async function ordersReferred(
  executor: Executor,
  references: readonly string[],
): Promise<PayableOrder[]> {
  const { rows } = await sql<PayableOrder>`select ${facts}
    where o.payment_reference = any(${references}::text[])`.execute(executor);
  return rows;
}

/** Returns the companies whose orders have been paid from these accounts. */
export async function ownersOfAccounts(executor: Executor, ibans: readonly string[]) {
  const { rows } = await sql<{ iban: string; ownerId: number }>`
    select distinct e.payer_iban as iban, o.company_id as "ownerId" from bank_entries e
      join payments p on p.entry_id = e.id and p.undone_at is null join orders o on o.id = p.order_id
    where e.status = 'BOOKED' and e.amount_cents > 0 and e.payer_iban = any(${ibans}::text[])`.execute(
    executor,
  );
  return rows;
}

/**
 * Returns the totals of open invoices and of overpayments to be refunded: on orders (nothing is due for a rejected one) and of
 * entries that orders did not use up.
 */
export async function openFigures(executor: Executor) {
  const { rows } = await sql<{
    open: number;
    openCents: number;
    credits: number;
    creditCents: number;
  }>`with kept as (
      select o.status, case o.status when 'REJECTED' then 0 else o.gross_cents - o.credited_cents end as owed,
        coalesce(sum(k.amount_cents), 0)::bigint as cents
      from orders o left join kept_money k on k.order_id = o.id
      where o.status in ('AWAITING_PAYMENT', 'PAID', 'REJECTED') group by o.id
    ), rests as (
      select left_over.cents from (
        select (e.amount_cents - sum(p.amount_cents) - (select coalesce(sum(r.amount_cents), 0) from bank_refunds r
          where r.entry_id = e.id and r.status not in ('REFUSED', 'REMOVED')))::bigint as cents
        from bank_entries e join payments p on p.entry_id = e.id and p.undone_at is null
        where e.status = 'BOOKED' and e.amount_cents > 0 group by e.id) left_over where left_over.cents > 0
    )
    select count(*) filter (where status = 'AWAITING_PAYMENT') as open,
      coalesce(sum(greatest(0, owed - cents)) filter (where status = 'AWAITING_PAYMENT'), 0)::bigint as "openCents",
      count(*) filter (where cents > owed) + (select count(*) from rests) as credits,
      (coalesce(sum(cents - owed) filter (where cents > owed), 0)
        + (select coalesce(sum(cents), 0) from rests))::bigint as "creditCents"
    from kept`.execute(executor);
  return rows[0]!;
}
