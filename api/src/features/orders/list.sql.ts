import { sql, type SqlBool } from "kysely";
import type { managedOrderSorts, OrderStatus } from "@tonneline/contract/orders";
import { placed, patternOf, type Executor } from "../../core/db.ts";

const sortColumns = {
  id: "orders.id",
  createdAt: "orders.created_at",
  companyName: "orders.company_name",
  countryCode: "orders.country_code",
  totalCredits: "orders.total_credits",
  totalPriceNet: "orders.net_cents",
  vatAmount: "orders.vat_cents",
  totalPriceGross: "orders.gross_cents",
  status: "orders.status",
  invoiceNumber: "orders.invoice_number",
  dueOn: "orders.due_on",
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
const mayBeEmpty: ReadonlySet<string> = new Set(["invoiceNumber", "dueOn", "paidAt"]);

function conditionsOf(filter: OrderFilter) {
  const conditions = [
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

/**
 * The orders, with words to search for those that have them. Where nothing of the order itself is asked for PostgreSQL
 * leaves the left join out: then the words and what is beside them are all that is read.
 */
function ordersWith(executor: Executor, { q, userId, sort }: OrderFilter) {
  const orders = executor.selectFrom("orders");
  if (!q) return orders;
  const pattern = patternOf(q);
  const besideWords = sort.every(({ field }) =>
    ["id", "status", "totalPriceGross", "createdAt"].includes(field),
  );
  // The first line is the buyer, whom nobody looks for among the orders of one.
  const bought = userId && sql`and substr(s.words, position(E'\\n' in s.words)) like ${pattern}`;
  const found = sql`(
    select s.order_id as id, s.status, s.gross_cents, s.created_at, o.user_id, o.company_name, o.country_code,
      o.total_credits, o.net_cents, o.vat_cents, o.invoice_number, o.paid_at, o.due_on
    from order_searches s ${besideWords ? sql`left join` : sql`join`} orders o on o.id = s.order_id
    where s.words like ${pattern} ${bought || sql``})`;
  return executor.selectFrom(found.as("orders")) as unknown as typeof orders;
}

function searchedOrders(executor: Executor, filter: OrderFilter) {
  let searched = ordersWith(executor, filter);
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
  return query.orderBy("orders.id", filter.sort.at(-1)?.direction ?? "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return executor
    .selectFrom(page)
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
