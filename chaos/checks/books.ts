import { sql } from "kysely";
import type { Executor } from "../../api/src/core/db.ts";
import { brokenLinks } from "../../api/src/features/audit/audit.sql.ts";
import { differences } from "../../api/src/features/ledger/ledger.sql.ts";
import { rowsOf } from "./promises.ts";

/**
 * Returns where the database contradicts itself: counts, hash chain, numbers, and whatever must follow from every step
 * exactly once.
 */
export async function brokenBooks(executor: Executor): Promise<string[]> {
  const counts = await differences(executor);
  const links = await brokenLinks(executor);
  return [
    ...counts.map(
      ({ what, vintageId, counted, ledger }) =>
        `${what} of vintage ${vintageId}: counted ${counted}, the ledger says ${ledger}`,
    ),
    ...links.map(({ position, what }) => `Audit log, position ${position}: ${what}`),
    ...(await numberGaps(executor)),
    ...(await wrongTransitions(executor)),
    ...(await wrongMails(executor)),
    ...(await wrongNotices(executor)),
    ...(await wrongEntries(executor)),
    ...(await wrongMoney(executor)),
    ...(await wrongRuns(executor)),
  ];
}

const messagesOf = async (executor: Executor, statement: ReturnType<typeof sql>) =>
  (await rowsOf<{ says: string }>(executor, statement)).map((row) => row.says);

function numberGaps(executor: Executor): Promise<string[]> {
  return messagesOf(
    executor,
    sql`select format('Numbers of %s %s: the last is %s, of %s invoices from %s to %s',
        n.series, n.year, n.last_number, i.count, i.first, i.last) as says
      from number_series n left join lateral (
        select count(*) as count, min(place) as first, max(place) as last from (
          select (regexp_match(number, '(\\d+)$'))[1]::integer as place from invoices
          where series = n.series and extract(year from issued_on) = n.year) places
      ) i on true
      where (i.count, i.first, i.last) is distinct from
        (n.last_number::bigint, case when n.last_number > 0 then 1 end, nullif(n.last_number, 0))`,
  );
}

function wrongTransitions(executor: Executor): Promise<string[]> {
  return messagesOf(
    executor,
    sql`select format('Order %s went to %s %s times', order_id, to_status, count(*)) as says
      from order_transitions group by order_id, to_status having count(*) > 1
    union all
    select format('Order %s is %s without its step', o.id, o.status) from orders o
      where not exists (select from order_transitions t where t.order_id = o.id and t.to_status = o.status)
    union all
    select format('Order %s has %s credits in lines of %s', o.id, o.total_credits, coalesce(i.quantity, 0)) from orders o
      left join lateral (select sum(quantity) as quantity from order_items
        where order_id = o.id and vintage_id is not null) i on true
      where o.total_credits is distinct from i.quantity`,
  );
}

/** Compares what must exist exactly once with what exists. */
const compareOnce = (
  what: string,
  expected: ReturnType<typeof sql>,
  found: ReturnType<typeof sql>,
) =>
  sql`with expected (who, what) as (${expected}),
      found (who, what) as (${found}),
      counted as (select who, what, count(*) as times from found group by who, what)
    select format(${`${what} "%s" for %s: %s times instead of %s`}::text, what, who,
      coalesce(c.times, 0), case when e.what is null then 0 else 1 end) as says
    from expected e full join counted c using (who, what)
    where e.what is null or c.times is distinct from 1`;

const operators = (permission: string) =>
  sql`select u.username from users u join roles r on r.id = u.role_id
    where not u.blocked and r.permissions @> array[${permission}]`;

// The mails on a new order are written by its job.
const confirmationSent = sql`not exists (select from graphile_worker._private_jobs j
  where j.payload ->> 'orderId' = o.id::text and j.task_id =
    (select id from graphile_worker._private_tasks where identifier = 'order.confirm'))`;

// Likewise those on a credit note, once its file exists.
const creditNoteMailed = sql`not exists (select from invoices i where i.number = o.credit_note_number and (
  i.pdf_file_id is null or exists (select from graphile_worker._private_jobs j
    where j.payload ->> 'invoiceId' = i.id::text and j.task_id =
      (select id from graphile_worker._private_tasks where identifier = 'invoice.made'))))`;

/** Checks the mails that are written with their step, by its job, or with the file they carry. */
function wrongMails(executor: Executor): Promise<string[]> {
  const expected = sql`
    select u.username, s.what from orders o join users u on u.id = o.user_id cross join lateral (
      select format('Order %s is placed', o.id) as what where ${confirmationSent}
      union all select format('Order %s is approved: invoice %s', o.id, o.invoice_number) where o.invoice_file_id is not null
      union all select format('Order %s is paid', o.id) where o.status = 'PAID'
      union all select format('Order %s is rejected', o.id) where o.status = 'REJECTED' and ${creditNoteMailed}) s
    union all
    select n.username, format('Order %s awaits approval', o.id) from orders o cross join (${operators("orders:write")}) n
      where ${confirmationSent}
    union all
    select u.username, s.what from retirements r join users u on u.id = r.user_id cross join lateral (
      select format('Retirement %s is requested', r.id) as what
      union all select format('Retirement %s is completed', r.id) where r.certificate_file_id is not null
      union all select format('Retirement %s is declined', r.id) where r.status = 'DECLINED') s
    union all
    select n.username, format('Retirement %s awaits completion', r.id) from retirements r
      cross join (${operators("retirements:write")}) n
    union all
    select unnest(r.sent_to), format('Reminder: invoice %s is open', o.invoice_number)
      from reminders r join orders o on o.id = r.order_id`;
  const found = sql`select recipient, subject from mails
    where subject ~ '^((Order|Retirement) \\d+|Reminder: invoice) '`;
  return messagesOf(executor, compareOnce("Mail", expected, found));
}

function wrongNotices(executor: Executor): Promise<string[]> {
  const expected = sql`
    select o.user_id, format('%s %s', s.code, o.id) from orders o
      join order_transitions t on t.order_id = o.id
      join (values ('AWAITING_APPROVAL', 'order.created'), ('AWAITING_PAYMENT', 'order.approved'),
        ('PAID', 'order.paid'), ('REJECTED', 'order.rejected')) s (status, code) on s.status = t.to_status
    union all
    select user_id, format('portfolio.retirement.requested %s', id) from retirements
    union all
    select user_id, format('portfolio.retirement.completed %s', id) from retirements where status = 'RETIRED'
    union all
    select o.user_id, format('order.reminded %s', o.id) from reminders r join orders o on o.id = r.order_id
    union all
    select o.user_id, format('order.credited %s', i.number) from invoices i join orders o on o.id = i.order_id
      where i.series = 'CREDIT_NOTE' and o.status = 'PAID'`;
  const found = sql`select user_id, format('%s %s', code,
      coalesce(facts ->> 'creditNoteNumber', facts ->> 'orderId', facts ->> 'retirementId'))
    from notifications where code like 'order.%' or code like 'portfolio.retirement.%'`;
  return messagesOf(executor, compareOnce("Notification", expected, found));
}

function wrongEntries(executor: Executor): Promise<string[]> {
  const expected = sql`
    select t.order_id::text, s.action from order_transitions t
      join (values ('AWAITING_PAYMENT', 'order.approve'), ('PAID', 'order.pay'), ('REJECTED', 'order.reject'))
        s (status, action) on s.status = t.to_status
    union all
    select id::text, 'retirement.complete' from retirements where status = 'RETIRED'
    union all
    select id::text, 'retirement.decline' from retirements where status = 'DECLINED'`;
  const found = sql`select thing_id, action from audit_entries
    where action in ('order.approve', 'order.pay', 'order.reject', 'retirement.complete', 'retirement.decline')`;
  return messagesOf(executor, compareOnce("Entry", expected, found));
}

/**
 * Every order is paid by the payments received for it, and not overpaid; every statement entry is booked once or not at
 * all, and refunded by no more than its rest.
 */
function wrongMoney(executor: Executor): Promise<string[]> {
  return messagesOf(
    executor,
    sql`with received as (select o.id, o.status, o.gross_cents as gross, o.credited_cents as credited,
        coalesce((select sum(p.amount_cents) from payments p where p.order_id = o.id and p.undone_at is null), 0) as cents
      from orders o)
    select format('Order %s is %s: %s cents received of %s', id, status, cents, gross) as says from received
      where cents > gross or (status = 'PAID' and cents < gross - credited)
        or (status = 'AWAITING_PAYMENT' and cents >= gross - credited)
    union all
    select format('Entry %s is %s, and %s payments of it have %s of its %s cents', e.id, e.status, count(p.id),
        coalesce(sum(p.amount_cents), 0), e.amount_cents)
      from bank_entries e left join payments p on p.entry_id = e.id and p.undone_at is null
      group by e.id having case when e.status = 'BOOKED'
        then coalesce(sum(p.amount_cents), 0) not between 1 and e.amount_cents else count(p.id) > 0 end
    union all
    select format('Entry %s of %s cents has %s refunds of %s cents beside what was booked', e.id, e.amount_cents,
        count(*), sum(r.amount_cents))
      from bank_entries e join bank_refunds r on r.entry_id = e.id and r.status not in ('REFUSED', 'REMOVED')
      group by e.id having sum(r.amount_cents) > e.amount_cents - (select coalesce(sum(p.amount_cents), 0) from payments p
        where p.entry_id = e.id and p.undone_at is null)
    union all
    select format('Order %s has %s cents credited, its credit notes say %s', o.id, o.credited_cents, sum(n.cents))
      from orders o join lateral (select (content ->> 'grossCents')::bigint as cents from invoices
        where order_id = o.id and series = 'CREDIT_NOTE') n on true
      where o.status = 'PAID' group by o.id having sum(n.cents) <> o.credited_cents`,
  );
}

function wrongRuns(executor: Executor): Promise<string[]> {
  return messagesOf(
    executor,
    sql`select format('Run %s: %s results, of %s things, for %s rows', r.id, count(*), count(distinct x ->> 'id'),
        jsonb_array_length(r.rows)) as says
      from bulk_runs r cross join jsonb_array_elements(r.results) x
      group by r.id having count(*) <> count(distinct x ->> 'id') or count(*) > jsonb_array_length(r.rows)
    union all
    select format('Order %s was approved by no run that says so', e.thing_id) from audit_entries e
      join bulk_runs r on r.actor_id = e.actor_id and r.rows @> jsonb_build_array(jsonb_build_object('id', e.thing_id::integer))
      where e.action = 'order.approve'
      -- A run under way may have decided and not have said so yet.
      group by e.id, e.thing_id having bool_and(r.ended_at is not null) and not bool_or(
        r.results @> jsonb_build_array(jsonb_build_object('id', e.thing_id::integer, 'code', null)))`,
  );
}
