import { listOrders } from "@tonneline/contract/orders";
import { sql, type SqlBool } from "kysely";
import { sellerToday, withinDays } from "../../core/days.sql.ts";
import { list, type RowOf } from "../../core/lists.ts";
import { patternOf } from "../../core/search.ts";

/** By its own words, its buyer's username, which nobody looks for among the orders of one, and what was bought. */
function hasWords(q: string, userId: number | undefined) {
  const pattern = patternOf(q);
  const buyer = sql`or orders.user_id in
    (select u.id from users u where u.words like ${pattern} and u.username like ${pattern})`;
  return sql<SqlBool>`(orders.words like ${pattern} ${userId ? sql`` : buyer}
    or orders.id in (select i.order_id from order_items i where i.words like ${pattern}))`;
}

/** Orders as the operators list them, and a buyer with `userId`. */
export const orders = list(listOrders, {
  from: sql`orders`,
  id: "orders.id",
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
    invoiceNumber: { by: "orders.invoice_number", mayBeEmpty: true },
    dueOn: { by: "orders.due_on", mayBeEmpty: true },
    paidAt: { by: "orders.paid_at", mayBeEmpty: true },
  },
  usual: { field: "createdAt", direction: "desc" },
  words: (q, { userId }) => [hasWords(q, userId)],
  where: ({ country, userId, projectId, createdFrom, createdTo, overdue }) => [
    country && sql`orders.country_code = any(${country}::text[])`,
    userId && sql`orders.user_id = ${userId}`,
    projectId &&
      sql`exists (select from order_items i where i.order_id = orders.id and i.project_id = ${projectId})`,
    withinDays(sql`orders.created_at`, createdFrom, createdTo),
    overdue && sql`(orders.status = 'AWAITING_PAYMENT' and orders.due_on < ${sellerToday})`,
  ],
  tabs: { by: "orders.status", sums: { grossCents: "orders.gross_cents" } },
  rows: (executor, page) =>
    executor
      .selectFrom("orders")
      .innerJoin(page, "page.id", "orders.id")
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
      .orderBy("page.place"),
});
export type ListedOrder = RowOf<typeof orders>;
