import { sql, type SqlBool } from "kysely";
import type { managedOrderSorts, OrderStatus } from "@tonneline/contract/orders";
import { sellerToday, withinDays } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  idsIfFew,
  isOneOf,
  pageInOrder,
  together,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { byIndex, patternOf, quickerLook, type Look } from "../../core/search.ts";

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

const searchedIn = { table: "order_searches", id: "order_id", column: "words" };

/**
 * The orders, with words to search for those that have them. Where nothing of the order itself is asked for PostgreSQL
 * leaves the left join out: then the words and what is beside them are all that is read.
 */
function ordersWith(executor: Executor, { q, userId, sort }: OrderFilter, look: Look) {
  const orders = executor.selectFrom("orders");
  if (!q) return orders;
  const besideWords = sort.every(({ field }) =>
    ["id", "status", "totalPriceGross", "createdAt"].includes(field),
  );
  // The first line is the buyer, whom nobody looks for among the orders of one.
  const bought =
    userId && sql`and substr(s.words, position(E'\\n' in s.words)) like ${patternOf(q)}`;
  const found = sql`(
    select s.order_id as id, s.status, s.gross_cents, s.created_at, o.user_id, o.company_name, o.country_code,
      o.total_credits, o.net_cents, o.vat_cents, o.invoice_number, o.paid_at, o.due_on
    from order_searches s ${besideWords ? sql`left join` : sql`join`} orders o on o.id = s.order_id
    where ${look("s.words", q)} ${bought || sql``})`;
  return executor.selectFrom(found.as("orders")) as unknown as typeof orders;
}

function searchedOrders(executor: Executor, filter: OrderFilter, look: Look) {
  let searched = ordersWith(executor, filter, look);
  for (const condition of conditionsOf(filter)) searched = searched.where(condition);
  return searched;
}

function matching(executor: Executor, filter: OrderFilter, look: Look) {
  const query = searchedOrders(executor, filter, look).select("orders.id");
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
  const look = await quickerLook(executor, searchedIn, filter.q ? [filter.q] : []);
  const counts = await searchedOrders(executor, filter, look)
    .select((eb) => [
      "orders.status",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("orders.gross_cents").as("grossCents"),
      idsIfFew(look, "orders.id").as("ids"),
    ])
    .groupBy("orders.status")
    .execute();
  const { count, ids } = together(chosenOf(counts, filter.status));
  const found = ids
    ? executor.selectFrom("orders").select("orders.id").where(isOneOf("orders.id", ids))
    : matching(executor, filter, look);
  const rows = await rowsOf(executor, pageInOrder(executor, found, order, filter, count)).execute();
  return { rows, counts, total: count };
}

/** Every order of a filter, as it comes. */
export function orderStream(executor: Executor, filter: OrderFilter) {
  const found = matching(executor, filter, byIndex);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}
