import { listReceivables, type AgeBucket } from "@tonneline/contract/receivables";
import { sql } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { hasWords } from "../../core/search.ts";

/** An unpaid invoice. */
export interface ReceivableRow {
  id: number;
  company_id: number;
  company_name: string;
  invoice_number: string;
  invoice_email: string;
  due_on: string;
  days_late: number;
  gross_cents: number;
  open_cents: number;
  bucket: AgeBucket;
  level: number;
  reminded_on: string | null;
  pay_by: string | null;
  reopened_on: string | null;
  stop_kind: "PAUSED" | "DISPUTE" | "BANK" | null;
  stop_until: string | null;
  stop_reason: string | null;
  stop_by: string | null;
  stop_since: string | null;
}

// A matching payment on the bank's list stops automatic reminders until it is decided.
const receivables = sql`(select late.*,
    case when days_late < 1 then 'NOT_DUE' when days_late <= 14 then '1_14' when days_late <= 30 then '15_30'
      when days_late <= 60 then '31_60' else 'OVER_60' end as bucket,
    coalesce(s.kind, case when on_list then 'BANK' end) as stop_kind, s.until as stop_until,
    coalesce(s.reason, case when on_list then 'A payment that covers it waits on the bank''s list.' end) as stop_reason,
    (select username from users where id = s.created_by) as stop_by, ${sellerDay(sql`s.created_at`)} as stop_since
  from (select o.id, o.company_id, o.company_name, o.invoice_number, o.invoice_email, o.due_on, o.words,
      greatest(0, ${sellerToday} - o.due_on) as days_late, o.gross_cents - o.credited_cents as gross_cents,
      greatest(0, o.gross_cents - o.credited_cents - p.cents) as open_cents,
      coalesce(m.level, 0)::integer as level, ${sellerDay(sql`m.created_at`)} as reminded_on, m.pay_by,
      (select ${sellerDay(sql`max(occurred_at)`)} from order_transitions
        where order_id = o.id and from_status = 'PAID') as reopened_on,
      exists (select from bank_entries e, jsonb_to_recordset(e.match -> 'orders') as for_order ("orderId" integer, cents bigint)
        where e.status in ('MATCHED', 'SUGGESTED') and for_order."orderId" = o.id
          and for_order.cents >= o.gross_cents - o.credited_cents - p.cents) as on_list
    from orders o
      cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as cents from kept_money
        where order_id = o.id) p
      left join lateral (select level, created_at, pay_by from reminders where order_id = o.id order by level desc limit 1) m on true
    where o.status = 'AWAITING_PAYMENT') late
    left join reminder_stops s on s.order_id = late.id and (s.until is null or s.until >= ${sellerToday}))`;

/** The operators' list of unpaid invoices. */
export const listedReceivables = list(listReceivables, {
  from: sql`${receivables} r`,
  id: "r.id",
  columns: {
    id: "r.id",
    dueOn: "r.due_on",
    companyName: byName("r.company_name"),
    open: "r.open_cents",
    invoiceNumber: "r.invoice_number",
  },
  defaultOrder: { field: "dueOn", direction: "asc" },
  words: (q) => [hasWords("r.words", q)],
  where: ({ companyId }) => [companyId && sql`r.company_id = ${companyId}`],
  tabs: { by: "r.bucket" },
  rows: (executor, page) =>
    executor
      .selectFrom(sql<ReceivableRow>`${receivables}`.as("r"))
      .innerJoin(page, (join) => join.onRef("page.id", "=", "r.id"))
      .selectAll("r")
      .orderBy("page.position"),
});
export type ListedReceivable = RowOf<typeof listedReceivables>;

/** Returns the count and open cents per age bucket, of all companies or of one. */
export async function ageing(executor: Executor, companyId: number | undefined) {
  const { rows } = await sql<{ bucket: AgeBucket; invoices: number; cents: number }>`
    select bucket, count(*) as invoices, sum(open_cents)::bigint as cents from ${receivables} r
      where ${companyId === undefined ? sql`true` : sql`r.company_id = ${companyId}`} group by bucket`.execute(
    executor,
  );
  return rows;
}

/** Returns the unpaid invoice of an order; undefined if there is none. */
export async function receivableOf(
  executor: Executor,
  orderId: number,
): Promise<ReceivableRow | undefined> {
  const { rows } =
    await sql<ReceivableRow>`select r.* from ${receivables} r where r.id = ${orderId}`.execute(
      executor,
    );
  return rows[0];
}

/** Returns the orders that may be due for an automatic reminder: overdue and not stopped. */
export async function overdueOrders(executor: Executor) {
  const { rows } = await sql<ReceivableRow>`select r.* from ${receivables} r
    where days_late > 0 and stop_kind is null and level < 3 and open_cents > 0 order by due_on, id`.execute(
    executor,
  );
  return rows;
}

/** Returns the fields of an order that a reminder's mail needs; undefined if there is no order. */
export async function remindedOrder(executor: Executor, orderId: number) {
  return await executor
    .selectFrom("orders")
    .select([
      "orders.id",
      "orders.user_id as userId",
      "orders.company_name as companyName",
      "orders.invoice_email as invoiceEmail",
      "orders.payment_reference as reference",
      "orders.invoice_file_id as fileId",
      // As issued: buyers compare it with the invoice.
      sql<string>`(select i.content -> 'bank' ->> 'iban' from invoices i where i.number = orders.invoice_number)`.as(
        "iban",
      ),
    ])
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
}

/** The same with a lock, so that concurrent reminders are serialized. */
export async function lockReminded(tx: Tx, orderId: number) {
  // Locked first: a statement that waits for a row lock sees other rows, such as the invoice, as they were before.
  await sql`select from orders where id = ${orderId} for update`.execute(tx);
  return await remindedOrder(tx, orderId);
}
export type Reminded = NonNullable<Awaited<ReturnType<typeof lockReminded>>>;

export interface NewReminder {
  orderId: number;
  level: number;
  amountCents: number;
  feeCents: number;
  interestCents: number;
  payBy: string;
  sentTo: string[];
}

/**
 * Records a sent reminder; returns its id. `actorId` is null for an automatic one. The table refuses a level twice; the caller
 * has locked the order by `lockReminded`.
 */
export async function insertReminder(tx: Tx, reminder: NewReminder, actorId: number | null) {
  const { id } = await tx
    .insertInto("reminders")
    .values({
      order_id: reminder.orderId,
      level: reminder.level,
      amount_cents: reminder.amountCents,
      fee_cents: reminder.feeCents,
      interest_cents: reminder.interestCents,
      pay_by: reminder.payBy,
      sent_to: reminder.sentTo,
      created_by: actorId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the reminders of an order, by level. */
export function remindersOf(executor: Executor, orderId: number) {
  return executor
    .selectFrom("reminders as r")
    .leftJoin("users as u", "u.id", "r.created_by")
    .selectAll("r")
    .select("u.username as sent_by")
    .where("r.order_id", "=", orderId)
    .orderBy("r.level")
    .execute();
}
export type ReminderRow = Awaited<ReturnType<typeof remindersOf>>[number];

/** Sets a stop, replacing any earlier one, no matter whose. `until`: the last ISO day of a pause; null for a dispute. */
export async function putStop(
  tx: Tx,
  orderId: number,
  stop: { kind: "PAUSED" | "DISPUTE"; until: string | null; reason: string },
  actorId: number,
): Promise<void> {
  await tx
    .insertInto("reminder_stops")
    .values({ order_id: orderId, ...stop, created_by: actorId })
    .onConflict((conflict) =>
      conflict
        .column("order_id")
        .doUpdateSet({ ...stop, created_by: actorId, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Removes a stop and returns it; undefined if there was none. */
export function removeStop(tx: Tx, orderId: number) {
  return tx
    .deleteFrom("reminder_stops")
    .where("order_id", "=", orderId)
    .returning(["kind", "until", "reason"])
    .executeTakeFirst();
}

/** Replaces an erased account's address in sent reminders. */
export async function replaceAddress(tx: Tx, address: string, erased: string): Promise<void> {
  await sql`update reminders set sent_to = array_replace(sent_to, ${address}, ${erased})
    where ${address} = any(sent_to)`.execute(tx);
}
