import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

export type MovementKind =
  | "ISSUE"
  | "ADJUST"
  | "RESERVE"
  | "RELEASE"
  | "COMMIT"
  | "RETURN"
  | "DELIVER"
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
  orderId: number | null;
  retirementId: number | null;
  actorId: number | null;
  reason: string;
}

/** Locks the stock of vintages and says what is available of each. In id order: the one order in which stock is locked. */
export async function lockStock(
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

/** Appends movements in one statement; the database moves the counts with them. */
export async function insertMovements(tx: Tx, rows: readonly MovementRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof MovementRow>(key: K) => rows.map((row) => row[key]);
  await sql`insert into credit_movements
      (vintage_id, kind, from_account, to_account, quantity, owner_id, order_id, retirement_id, actor_id, reason)
    select * from unnest(
      ${column("vintageId")}::integer[], ${column("kind")}::text[], ${column("fromAccount")}::text[],
      ${column("toAccount")}::text[], ${column("quantity")}::integer[], ${column("ownerId")}::integer[],
      ${column("orderId")}::integer[], ${column("retirementId")}::integer[], ${column("actorId")}::integer[],
      ${column("reason")}::text[])`.execute(tx);
}

export interface Difference {
  what: string;
  vintageId: number | null;
  counted: number;
  ledger: number;
}

/**
 * Every count that disagrees with the ledger: the stock of a vintage, the stock of a project, the holds in carts, the
 * credits of open orders and the holdings of buyers.
 */
export async function differences(executor: Executor): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with legs as (
      select vintage_id, to_account as account, quantity::bigint from credit_movements
      union all
      select vintage_id, from_account, -quantity from credit_movements
    ), sums as materialized (
      select vintage_id, account, sum(quantity)::bigint as total from legs group by vintage_id, account
    ), counts as (
      select vintage_id, account, counted from vintage_stock,
        lateral (values ('OUTSIDE', -issued), ('AVAILABLE', available), ('RESERVED', reserved),
          ('COMMITTED', committed), ('HELD', held), ('RETIRING', retiring), ('RETIRED', retired))
          as count (account, counted)
    ), by_vintage as (
      select 'stock ' || lower(coalesce(c.account, s.account)) as what, coalesce(c.vintage_id, s.vintage_id) as vintage_id,
        coalesce(c.counted, 0) as counted, coalesce(s.total, 0) as ledger
      from counts c full join sums s on s.vintage_id = c.vintage_id and s.account = c.account
    ), by_project as (
      select 'project ' || p.project_id || ' available' as what, null::integer as vintage_id, p.available as counted,
        coalesce(sum(s.total), 0)::bigint as ledger
      from project_stock p left join vintages v on v.project_id = p.project_id
        left join sums s on s.vintage_id = v.id and s.account = 'AVAILABLE'
      group by p.project_id, p.available
    ), in_carts as (
      select 'held in carts' as what, v.vintage_id, coalesce(i.total, 0) as counted, v.reserved::bigint as ledger
      from vintage_stock v left join
        (select vintage_id, sum(reserved)::bigint as total from cart_items group by vintage_id) i using (vintage_id)
    ), in_orders as (
      select 'in open orders' as what, v.vintage_id, coalesce(i.total, 0) as counted, v.committed::bigint as ledger
      from vintage_stock v left join
        (select vintage_id, sum(quantity)::bigint as total from order_items
          join orders on orders.id = order_items.order_id and orders.status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT')
          group by vintage_id) i using (vintage_id)
    ), in_portfolios as (
      select 'held in portfolios' as what, v.vintage_id, coalesce(h.total, 0) as counted,
        v.held::bigint + v.retiring + v.retired as ledger
      from vintage_stock v left join
        (select vintage_id, sum(purchased)::bigint as total from holdings group by vintage_id) h using (vintage_id)
    ), positions as (
      select owner_id, vintage_id,
        sum(case when kind = 'DELIVER' then quantity else 0 end)::bigint as purchased,
        sum(case kind when 'RETIRE_REQUEST' then quantity when 'RETIRE' then -quantity
          when 'RETIRE_RETURN' then -quantity else 0 end)::bigint as in_progress,
        sum(case when kind = 'RETIRE' then quantity else 0 end)::bigint as retired
      from credit_movements where kind in ('DELIVER', 'RETIRE_REQUEST', 'RETIRE', 'RETIRE_RETURN')
      group by owner_id, vintage_id
    ), by_holding as (
      select 'holding of user ' || coalesce(h.user_id, p.owner_id) || ' ' || leg.what as what,
        coalesce(h.vintage_id, p.vintage_id) as vintage_id, leg.counted, leg.ledger
      from holdings h full join positions p on p.owner_id = h.user_id and p.vintage_id = h.vintage_id,
        lateral (values ('purchased', coalesce(h.purchased, 0)::bigint, coalesce(p.purchased, 0)),
          ('in progress', coalesce(h.in_progress, 0), coalesce(p.in_progress, 0)),
          ('retired', coalesce(h.retired, 0), coalesce(p.retired, 0))) as leg (what, counted, ledger)
    )
    select what, vintage_id as "vintageId", counted, ledger from (
      select * from by_vintage union all select * from by_project
      union all select * from in_carts union all select * from in_orders
      union all select * from in_portfolios union all select * from by_holding) every_count
    where counted <> ledger order by vintage_id nulls last, what`.execute(executor);
  return rows;
}

export async function movementCount(executor: Executor): Promise<number> {
  const row = await executor
    .selectFrom("credit_movements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}
