import { listOrders, orderStatuses } from "@tonneline/contract/orders";
import { sql } from "kysely";
import { sellerToday, withinDays } from "../../core/days.sql.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { amountIn, cents } from "../../core/money.ts";
import { hasWords } from "../../core/search.ts";
import { amountWord } from "./amounts.rules.ts";
import { overLimit } from "./limit.sql.ts";
import { changedPercent } from "./rates.sql.ts";
import { netReceivedCents, receivedCents } from "./payments.sql.ts";
import { knownVatCheck } from "./vatCheck.sql.ts";

/** The order list of operators and, with `companyId`, of a company. */
export const orders = list(listOrders, {
  from: sql`orders`,
  id: "orders.id",
  columns: {
    id: "orders.id",
    createdAt: "orders.created_at",
    waiting: sql`row(case orders.status when 'AWAITING_APPROVAL' then 1 when 'AWAITING_PAYMENT' then 2 else 3 end,
      case orders.status when 'AWAITING_PAYMENT' then orders.due_on end, orders.created_at)`,
    companyName: byName("orders.company_name"),
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
  defaultOrder: { field: "createdAt", direction: "desc" },
  words: (q, { companyId }) => {
    const amount = amountIn(q);
    // Within one company nobody searches by username, so matches in it do not count.
    const named = companyId && hasWords(sql`split_part(orders.words, E'\\t', 2)`, q);
    const isFound = named
      ? sql`(${hasWords("orders.words", q)} and ${named})`
      : hasWords("orders.words", q);
    return [
      amount !== undefined
        ? sql`(${isFound} or ${hasWords("orders.words", amountWord(amount))})`
        : isFound,
    ];
  },
  where: ({
    country,
    companyId,
    userId,
    projectId,
    createdFrom,
    createdTo,
    paidFrom,
    paidTo,
    totalFrom,
    totalTo,
  }) => [
    country && sql`orders.country_code = any(${country}::text[])`,
    companyId && sql`orders.company_id = ${companyId}`,
    userId && sql`orders.user_id = ${userId}`,
    projectId &&
      sql`exists (select from order_items i where i.order_id = orders.id and i.project_id = ${projectId})`,
    totalFrom !== undefined && sql`orders.gross_cents >= ${cents(totalFrom)}`,
    totalTo !== undefined && sql`orders.gross_cents <= ${cents(totalTo)}`,
    withinDays(sql`orders.created_at`, createdFrom, createdTo),
    (paidFrom ?? paidTo) !== undefined && withinDays(sql`orders.paid_at`, paidFrom, paidTo),
  ],
  tabs: {
    by: sql`case when orders.status <> 'AWAITING_PAYMENT' then orders.status
      when orders.due_on < ${sellerToday} then 'OVERDUE' else 'DUE' end`,
    of: ["orders.status", "orders.due_on"],
    names: ["AWAITING_APPROVAL", "DUE", "OVERDUE", "PAID", "REJECTED"],
    chosen: ({ status, overdue, due }) =>
      orderStatuses
        .filter((each) => status?.includes(each) ?? true)
        .flatMap((each) => (each === "AWAITING_PAYMENT" ? ["DUE", "OVERDUE"] : each))
        .filter((each) => !overdue || each === "OVERDUE")
        .filter((each) => !due || each === "DUE"),
    where: ({ status, overdue, due }) => [
      status && sql`orders.status = any(${status}::text[])`,
      (overdue ?? due) && sql`orders.status = 'AWAITING_PAYMENT'`,
      overdue && sql`orders.due_on < ${sellerToday}`,
      due && sql`orders.due_on >= ${sellerToday}`,
    ],
    sums: { grossCents: "orders.gross_cents" },
  },
  rows: (executor, page) =>
    executor
      .selectFrom("orders")
      .innerJoin(page, "page.id", "orders.id")
      .selectAll("orders")
      .select((eb) => [
        receivedCents.as("received_cents"),
        netReceivedCents.as("kept_cents"),
        knownVatCheck.as("known_vat_check"),
        overLimit("orders").as("over_limit"),
        changedPercent.as("changed_percent"),
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
      .orderBy("page.position"),
});
export type ListedOrder = RowOf<typeof orders>;
