import { sql, type SqlBool } from "kysely";
import type { managedOrderSorts, OrderStatus } from "@tonneline/contract/orders";
import type { Executor } from "../../core/db.ts";

const sortColumns = {
  id: "orders.id",
  createdAt: "orders.created_at",
  companyName: "orders.company_name",
  countryCode: "orders.country_code",
  totalCredits: "orders.total_credits",
  totalPriceNet: "orders.net_cents",
  totalPriceGross: "orders.gross_cents",
  status: "orders.status",
  invoiceNumber: "orders.invoice_number",
  paidAt: "orders.paid_at",
} as const satisfies Record<(typeof managedOrderSorts)[number], string>;

export interface OrderFilter {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  country?: string[] | undefined;
  userId?: number | undefined;
  projectId?: number | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  overdue?: boolean | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
  page: number;
  size: number;
}

// Only these may be empty; for the others an index gives the order.
const mayBeEmpty: ReadonlySet<string> = new Set(["invoiceNumber", "paidAt"]);

/** Only then it can be a part of an order's number. */
const isNumber = (q: string | undefined) => /^\d+$/.test(q ?? "");

function conditionsOf(filter: OrderFilter) {
  const pattern = filter.q && `%${filter.q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const conditions = [
    // Each source by its own index, rather than every order by all of them.
    pattern &&
      sql<SqlBool>`orders.id in (
        select o.id from orders o where o.company_name ilike ${pattern} or o.invoice_number ilike ${pattern} or o.payment_reference ilike ${pattern}
        union all select o.id from orders o where ${isNumber(filter.q)} and o.id::text ilike ${pattern}
        union all select i.order_id from order_items i
          where coalesce(i.product #>> '{project,name}', i.product ->> 'reportName') ilike ${pattern}
        union all select o.id from users u join orders o on o.user_id = u.id
          where ${filter.userId === undefined} and u.username ilike ${pattern})`,
    filter.country && sql<SqlBool>`orders.country_code = any(${filter.country}::text[])`,
    filter.userId && sql<SqlBool>`orders.user_id = ${filter.userId}`,
    filter.projectId &&
      sql<SqlBool>`exists (select from order_items i where i.order_id = orders.id and i.project_id = ${filter.projectId})`,
    filter.createdFrom && sql<SqlBool>`orders.created_at >= ${filter.createdFrom}::date`,
    filter.createdTo && sql<SqlBool>`orders.created_at < ${filter.createdTo}::date + 1`,
    filter.overdue &&
      sql<SqlBool>`(orders.status = 'AWAITING_PAYMENT' and orders.due_on < current_date)`,
  ];
  return conditions.filter((each) => typeof each === "object");
}

function searchedOrders(executor: Executor, filter: OrderFilter) {
  let searched = executor.selectFrom("orders");
  for (const condition of conditionsOf(filter)) searched = searched.where(condition);
  return searched;
}

/** The ids in their order; what a row shows is read afterwards, for the rows of the page alone. */
function sortedIds(executor: Executor, filter: OrderFilter) {
  let query = searchedOrders(executor, filter).select("orders.id");
  if (filter.status)
    query = query.where(sql<SqlBool>`orders.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      return mayBeEmpty.has(field) ? directed.nullsLast() : directed;
    });
  }
  if (filter.sort.length === 0) query = query.orderBy("orders.created_at", "desc");
  return query.orderBy("orders.id", "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = executor
    .selectFrom(ids.as("ids"))
    .select("id")
    .select(sql<number>`row_number() over ()`.as("place"));
  return executor
    .selectFrom(page.as("page"))
    .innerJoin("orders", "orders.id", "page.id")
    .innerJoin("users", "users.id", "orders.user_id")
    .selectAll("orders")
    .select((eb) => [
      "users.username",
      eb
        .selectFrom("order_items as i")
        .whereRef("i.order_id", "=", "orders.id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("item_count"),
      sql<
        string[]
      >`(select coalesce(array_agg(distinct coalesce(i.product #>> '{project,name}', i.product ->> 'reportName')), '{}')
      from order_items i where i.order_id = orders.id)`.as("names"),
    ])
    .orderBy("page.place");
}

/** A page of orders, and numbers and sums by status for the same filter. */
export async function orderPage(executor: Executor, filter: OrderFilter) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, ids).execute(),
    searchedOrders(executor, filter)
      .select((eb) => [
        "orders.status",
        eb.fn.countAll<number>().as("count"),
        eb.fn.sum<number>("orders.gross_cents").as("grossCents"),
      ])
      .groupBy("orders.status")
      .execute(),
  ]);
  return { rows, counts };
}

/** Every order of a filter, as it comes. */
export function orderStream(executor: Executor, filter: OrderFilter) {
  return rowsOf(executor, sortedIds(executor, filter)).stream(500);
}
