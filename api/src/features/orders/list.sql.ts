import { sql, type SqlBool } from "kysely";
import type { managedOrderSorts, OrderStatus } from "@tonneline/contract/orders";
import { sellerToday, withinDays } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  pageInOrder,
  totalOf,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { patternOf } from "../../core/search.ts";

type SortField = (typeof managedOrderSorts)[number];

const order: ListOrder<SortField> = {
  columns: {
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
  },
  mayBeEmpty: ["invoiceNumber", "dueOn", "paidAt"],
  id: "orders.id",
  usual: [{ field: "createdAt", direction: "desc" }],
};

export interface OrderFilter extends Wanted<SortField> {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  country?: string[] | undefined;
  userId?: number | undefined;
  projectId?: number | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  overdue?: boolean | undefined;
}

function conditionsOf(filter: OrderFilter) {
  const conditions = [
    filter.country && sql<SqlBool>`orders.country_code = any(${filter.country}::text[])`,
    filter.userId && sql<SqlBool>`orders.user_id = ${filter.userId}`,
    filter.projectId &&
      sql<SqlBool>`exists (select from order_items i where i.order_id = orders.id and i.project_id = ${filter.projectId})`,
    withinDays(sql`orders.created_at`, filter.createdFrom, filter.createdTo),
    filter.overdue &&
      sql<SqlBool>`(orders.status = 'AWAITING_PAYMENT' and orders.due_on < ${sellerToday})`,
  ];
  return conditions.filter((each) => typeof each === "object");
}

/** By its own words, its buyer's username, which nobody looks for among the orders of one, and what was bought. */
function hasWords({ q, userId }: OrderFilter) {
  const pattern = patternOf(q!);
  const buyer = sql`or orders.user_id in
    (select u.id from users u where u.words like ${pattern} and u.username like ${pattern})`;
  return sql<SqlBool>`(orders.words like ${pattern} ${userId ? sql`` : buyer}
    or orders.id in (select i.order_id from order_items i where i.words like ${pattern}))`;
}

function searchedOrders(executor: Executor, filter: OrderFilter) {
  let searched = executor.selectFrom("orders");
  if (filter.q) searched = searched.where(hasWords(filter));
  for (const condition of conditionsOf(filter)) searched = searched.where(condition);
  return searched;
}

function matching(executor: Executor, filter: OrderFilter) {
  const query = searchedOrders(executor, filter).select("orders.id");
  if (!filter.status) return query;
  return query.where(sql<SqlBool>`orders.status = any(${filter.status}::text[])`);
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
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

/** A page of orders, how many the filter finds, and numbers and sums by status whatever status is asked for. */
export async function orderPage(executor: Executor, filter: OrderFilter) {
  const page = pageInOrder(executor, matching(executor, filter), order, filter);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, page).execute(),
    searchedOrders(executor, filter)
      .select((eb) => [
        "orders.status",
        eb.fn.countAll<number>().as("count"),
        eb.fn.sum<number>("orders.gross_cents").as("grossCents"),
      ])
      .groupBy("orders.status")
      .execute(),
  ]);
  return { rows, counts, total: totalOf(chosenOf(counts, filter.status)) };
}

/** Every order of a filter, as it comes. */
export function orderStream(executor: Executor, filter: OrderFilter) {
  const found = matching(executor, filter);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}
