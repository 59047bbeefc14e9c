import { sql, type RawBuilder } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

export type MovementKind =
  | "ISSUE"
  | "ADJUST"
  | "RESERVE"
  | "RELEASE"
  | "COMMIT"
  | "RETURN"
  | "DELIVER"
  | "TAKE_BACK"
  | "UNDELIVER"
  | "RETIRE_REQUEST"
  | "RETIRE"
  | "RETIRE_RETURN";

export type Account =
  | "OUTSIDE"
  | "AVAILABLE"
  | "RESERVED"
  | "COMMITTED"
  | "HELD"
  | "RETIRING"
  | "RETIRED";

export interface MovementRow {
  vintageId: number;
  kind: MovementKind;
  fromAccount: Account;
  toAccount: Account;
  quantity: number;
  ownerId: number | null;
  companyId: number | null;
  orderId: number | null;
  retirementId: number | null;
  actorId: number | null;
  reason: string;
}

/**
 * Locks the stock of vintages until the transaction ends and returns the available tonnes of each. Call it once
 * with all vintages of a transaction: locking in id order prevents a deadlock between two buyers of the same two.
 */
export async function lockAvailable(
  tx: Tx,
  vintageIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom("vintage_stock")
    .select(["vintage_id", "available"])
    .where("vintage_id", "=", sql<number>`any(${[...new Set(vintageIds)]}::integer[])`)
    .orderBy("vintage_id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.vintage_id, row.available]));
}

/**
 * Returns the statement that appends movements, to be executed alone or as part of another; the database updates the counts.
 */
export function insertingMovements(rows: readonly MovementRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`select where false`;
  const column = <K extends keyof MovementRow>(key: K) => rows.map((row) => row[key]);
  return sql`insert into credit_movements
      (vintage_id, kind, from_account, to_account, quantity, owner_id, company_id, order_id, retirement_id, actor_id, reason)
    select * from unnest(
      ${column("vintageId")}::integer[], ${column("kind")}::text[], ${column("fromAccount")}::text[],
      ${column("toAccount")}::text[], ${column("quantity")}::integer[], ${column("ownerId")}::integer[], ${column("companyId")}::integer[],
      ${column("orderId")}::integer[], ${column("retirementId")}::integer[], ${column("actorId")}::integer[],
      ${column("reason")}::text[])`;
}

/** A stored number that disagrees with the ledger. */
export interface Difference {
  what: string;
  /** Null if the number spans several vintages. */
  vintageId: number | null;
  counted: number;
  ledger: number;
}

// Compares the ledger's sums by vintage and account with the stock.
const stockNumbers = sql`
  legs as (
    select vintage_id, to_account as account, quantity::bigint from credit_movements
    union all
    select vintage_id, from_account, -quantity from credit_movements
  ), sums as materialized (
    select vintage_id, account, sum(quantity)::bigint as total from legs group by vintage_id, account
  ), by_vintage as (
    select 'stock ' || lower(coalesce(c.account, s.account)) as what, coalesce(c.vintage_id, s.vintage_id) as vintage_id,
      coalesce(c.counted, 0) as counted, coalesce(s.total, 0) as ledger
    from (select vintage_id, account, counted from vintage_stock,
        lateral (values ('ISSUED', issued), ('AVAILABLE', available), ('RESERVED', reserved),
          ('COMMITTED', committed), ('HELD', held), ('RETIRING', retiring), ('RETIRED', retired)) as count (account, counted)) c
      full join (select vintage_id, case account when 'OUTSIDE' then 'ISSUED' else account end as account,
          case account when 'OUTSIDE' then -total else total end as total from sums) s
        on s.vintage_id = c.vintage_id and s.account = c.account
  )`;

// Compares the credits held in carts and taken by orders with the movements of each.
const orderNumbers = sql`
  by_cart as (
    select 'held for user ' || coalesce(c.user_id::text, l.owner_id::text, 'unknown') as what,
      coalesce(c.vintage_id, l.vintage_id) as vintage_id, coalesce(c.reserved, 0)::bigint as counted, coalesce(l.held, 0) as ledger
    from (select user_id, vintage_id, sum(reserved)::bigint as reserved from
        (select carts.user_id, i.vintage_id, i.reserved from cart_items i join carts on carts.id = i.cart_id
          union all select a.user_id, i.vintage_id, i.quantity from approval_items i join approvals a on a.id = i.approval_id
          where a.status = 'PENDING'
          union all select q.user_id, (i -> 'product' ->> 'id')::integer, (i ->> 'quantity')::integer
          from quotes q, jsonb_array_elements(q.content -> 'items') i
          where q.holding and i ->> 'productType' = 'VINTAGE_CREDITS') held
        where vintage_id is not null group by user_id, vintage_id) c
      full join (select owner_id, vintage_id, sum(case kind when 'RESERVE' then quantity else -quantity end)::bigint as held
        from credit_movements where kind in ('RESERVE', 'RELEASE', 'COMMIT') group by owner_id, vintage_id) l
        on l.owner_id = c.user_id and l.vintage_id = c.vintage_id
  ), of_orders as materialized (
    select order_id, vintage_id, coalesce(sum(quantity) filter (where kind = 'COMMIT'), 0)::bigint as ordered,
      coalesce(sum(case when kind = 'DELIVER' then quantity when kind in ('TAKE_BACK', 'UNDELIVER') then -quantity end), 0)::bigint
        as delivered,
      coalesce(sum(quantity) filter (where kind in ('RETURN', 'TAKE_BACK')), 0)::bigint as returned
    from credit_movements where kind in ('COMMIT', 'DELIVER', 'RETURN', 'TAKE_BACK', 'UNDELIVER') group by order_id, vintage_id
  ), by_order_item as (
    select 'order ' || coalesce(i.order_id::text, l.order_id::text, 'unknown') || ' ' || leg.what as what,
      coalesce(i.vintage_id, l.vintage_id) as vintage_id, leg.counted, leg.ledger
    from (select order_items.order_id, vintage_id, quantity, returned_quantity, status from order_items join orders on orders.id = order_id
        where vintage_id is not null) i
      full join of_orders l on l.order_id = i.order_id and l.vintage_id = i.vintage_id,
      lateral (values ('ordered', coalesce(i.quantity, 0)::bigint, coalesce(l.ordered, 0)),
        ('delivered', case i.status when 'PAID' then l.ordered - l.returned else 0 end, coalesce(l.delivered, 0)),
        ('returned', case i.status when 'REJECTED' then l.ordered else coalesce(i.returned_quantity, 0) end, coalesce(l.returned, 0))) as leg (what, counted, ledger)
  ), by_order as (
    select 'order ' || o.id || ' in all' as what, null::integer as vintage_id, o.total_credits as counted,
      coalesce(l.ordered, 0) as ledger
    from orders o left join (select order_id, sum(ordered)::bigint as ordered from of_orders group by order_id) l on l.order_id = o.id
)`;

// Compares what companies hold and have retired with the movements of each.
const ownerNumbers = sql`
  of_owners as materialized (
    select owner_id, coalesce(c.merged_into_id, c.id) as company_id, vintage_id,
      coalesce(sum(case when kind = 'DELIVER' then quantity when kind in ('TAKE_BACK', 'UNDELIVER') then -quantity else 0 end), 0)::bigint as purchased,
      sum(case when kind = 'RETIRE_REQUEST' then quantity when kind in ('DELIVER', 'TAKE_BACK', 'UNDELIVER') then 0 else -quantity end)::bigint
        as in_progress,
      coalesce(sum(quantity) filter (where kind = 'RETIRE'), 0)::bigint as retired
    from credit_movements m join companies c on c.id = m.company_id group by 1, 2, 3
  ), of_companies as (
    select company_id, vintage_id, sum(purchased)::bigint as purchased, sum(in_progress)::bigint as in_progress,
      sum(retired)::bigint as retired from of_owners group by company_id, vintage_id
  ), by_holding as (
    select coalesce(h.company_id, l.company_id) as company_id,
      'holding of company ' || coalesce(h.company_id, l.company_id)::text || ' ' || leg.what as what,
      coalesce(h.vintage_id, l.vintage_id) as vintage_id, leg.counted, leg.ledger
    from holdings h full join of_companies l on l.company_id = h.company_id and l.vintage_id = h.vintage_id,
      lateral (values ('purchased', coalesce(h.purchased, 0)::bigint, coalesce(l.purchased, 0)),
        ('in progress', coalesce(h.in_progress, 0), coalesce(l.in_progress, 0)),
        ('retired', coalesce(h.retired, 0), coalesce(l.retired, 0))) as leg (what, counted, ledger)
  ), by_buyer as (
    select 'bought by user ' || u.id as what, null::integer as vintage_id, u.total_purchased_volume as counted,
      coalesce(l.purchased, 0) as ledger
    from users u left join (select owner_id, sum(purchased)::bigint as purchased from of_owners group by owner_id) l on l.owner_id = u.id
  ), by_retirement as (
    select 'retirement ' || coalesce(r.id::text, l.retirement_id::text, 'unknown') || ' ' || leg.what as what,
      coalesce(r.vintage_id, l.vintage_id) as vintage_id, leg.counted, leg.ledger
    from retirements r full join
      (select retirement_id, vintage_id, coalesce(sum(quantity) filter (where kind = 'RETIRE_REQUEST'), 0)::bigint as requested,
          coalesce(sum(quantity) filter (where kind = 'RETIRE'), 0)::bigint as retired,
          coalesce(sum(quantity) filter (where kind = 'RETIRE_RETURN'), 0)::bigint as returned
        from credit_movements where kind in ('RETIRE_REQUEST', 'RETIRE', 'RETIRE_RETURN') group by retirement_id, vintage_id) l
        on l.retirement_id = r.id and l.vintage_id = r.vintage_id,
      lateral (values ('requested', coalesce(r.quantity, 0)::bigint, coalesce(l.requested, 0)),
        ('retired', case r.status when 'RETIRED' then l.requested else 0 end, coalesce(l.retired, 0)),
        ('returned', case when r.status in ('DECLINED', 'WITHDRAWN') then l.requested else 0 end, coalesce(l.returned, 0))) as leg (what, counted, ledger)
)`;

/**
 * Returns every stored number that disagrees with the ledger, each separately: the stock of vintages,
 * holds in carts, the credits of orders and their outcome, companies' holdings, retirements, and
 * users' total purchases. One wrong number is one difference.
 */
export async function differences(executor: Executor): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with ${stockNumbers}, ${orderNumbers}, ${ownerNumbers}
    select what, vintage_id as "vintageId", counted, ledger from (
      select * from by_vintage union all select * from by_cart
      union all select * from by_order_item union all select * from by_order union all select what, vintage_id, counted, ledger from by_holding
      union all select * from by_buyer union all select * from by_retirement) every_number
    where counted is distinct from ledger order by vintage_id nulls last, what`.execute(executor);
  return rows.map((row) => ({ ...row, counted: row.counted ?? 0 }));
}

/** Counts the whole ledger row by row: for a command, not for a page. */
export async function movementCount(executor: Executor): Promise<number> {
  const row = await executor
    .selectFrom("credit_movements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Deletes the stock of a vintage that is about to be deleted. Only for a vintage without movements:
 * ledger entries are permanent.
 */
export async function closeVintage(tx: Tx, vintageId: number): Promise<void> {
  await tx.deleteFrom("vintage_stock").where("vintage_id", "=", vintageId).execute();
}

/** The same for all vintages of a project that is about to be deleted. */
export async function closeProject(tx: Tx, projectId: number): Promise<void> {
  await tx.deleteFrom("vintage_stock").where("project_id", "=", projectId).execute();
}

/** Describes the holdings of these companies that disagree with the ledger; empty if there are none. */
export async function holdingDifferences(
  executor: Executor,
  companyIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with ${ownerNumbers}
    select what || ', vintage ' || vintage_id || ': counted ' || counted || ', the ledger says ' || ledger as what
    from by_holding where company_id = any(${companyIds}::integer[]) and counted is distinct from ledger`.execute(
    executor,
  );
  return rows.map(({ what }) => what);
}
