import { sql } from "kysely";
import type { Cart } from "@tonneline/contract/cart";
import { listQuotes } from "@tonneline/contract/quotes";
import type { Executor } from "../../core/db.ts";
import { list } from "../../core/lists.ts";

export interface QuoteRow {
  id: number;
  userId: number;
  author: string;
  cartVersion: number;
  content: Cart;
  validUntil: Date;
  orderId: number | null;
  createdAt: Date;
}

const columns = sql`q.id, q.user_id as "userId", btrim(concat_ws(' ', u.first_name, u.last_name)) as author,
  q.cart_version as "cartVersion", q.content, q.valid_until as "validUntil", q.order_id as "orderId",
  q.created_at as "createdAt"`;
const tables = sql`quotes q join users u on u.id = q.user_id`;
// The same as `statusOf`.
const status = sql`case when q.order_id is not null then 'ORDERED' when q.valid_until > now() then 'OPEN' else 'EXPIRED' end`;

interface NewQuote {
  companyId: number;
  userId: number;
  content: Cart;
  validUntil: Date;
}

export async function insertQuote(executor: Executor, quote: NewQuote): Promise<number> {
  const { id } = await executor
    .insertInto("quotes")
    .values({
      company_id: quote.companyId,
      user_id: quote.userId,
      cart_version: quote.content.version,
      content: JSON.stringify(quote.content),
      valid_until: quote.validUntil,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function quoteBy(
  executor: Executor,
  companyId: number,
  id: number,
): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`select ${columns} from ${tables}
    where q.id = ${id} and q.company_id = ${companyId}`.execute(executor);
  return rows[0];
}

/** Quotes of one company. */
export const quotesOf = (companyId: number) =>
  list(listQuotes, {
    from: tables,
    id: "q.id",
    columns: {
      createdAt: "q.id",
      validUntil: "q.valid_until",
      totalPriceNet: sql`(q.content ->> 'totalPriceNet')::numeric`,
    },
    usual: { field: "createdAt", direction: "desc" },
    words,
    where: () => [sql`q.company_id = ${companyId}`],
    tabs: { by: status },
    rows: (executor, page) =>
      executor
        .selectFrom(sql<QuoteRow>`(select ${columns} from ${tables})`.as("q"))
        .innerJoin(page, (join) => join.onRef("page.id", "=", "q.id"))
        .selectAll("q")
        .orderBy("page.place"),
  });

/** By its number, as the paper has it or bare, or by a name that stands in it. */
function words(q: string) {
  return [
    sql`strpos(fold_text('Q-' || extract(year from q.created_at at time zone 'UTC') || '-' || lpad(q.id::text, 6, '0')
      || ' ' || u.first_name || ' ' || u.last_name || ' ' || coalesce((select string_agg(coalesce(i -> 'product' ->> 'projectName', i -> 'product' ->> 'reportName'), ' ')
        from jsonb_array_elements(q.content -> 'items') i), '')), fold_text(${q})) > 0`,
  ];
}

export async function noteOrder(executor: Executor, id: number, orderId: number): Promise<void> {
  await executor.updateTable("quotes").set({ order_id: orderId }).where("id", "=", id).execute();
}
