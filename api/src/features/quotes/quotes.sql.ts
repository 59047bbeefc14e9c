import { sql } from "kysely";
import type { z } from "zod";
import type { Cart } from "@tonneline/contract/cart";
import type { listQuotes } from "@tonneline/contract/quotes";
import type { Executor } from "../../core/db.ts";

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

/** One page of a company's quotes, the newest first unless sorted, and how many there are. */
export async function quotesOf(
  executor: Executor,
  companyId: number,
  query: z.output<typeof listQuotes.query>,
) {
  const direction = sql.raw(query.sort[0]?.direction ?? "desc");
  // By its number, or by a name that stands in it.
  const own = sql`q.company_id = ${companyId} and (${query.q ?? ""} = ''
    or strpos(fold_text(q.id::text || ' ' || q.content::text), fold_text(${query.q ?? ""})) > 0)`;
  const [{ rows }, total] = await Promise.all([
    sql<QuoteRow>`select ${columns} from ${tables} where ${own} order by q.id ${direction}
      limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint`.execute(
      executor,
    ),
    sql<{ count: number }>`select count(*) as count from quotes q where ${own}`.execute(executor),
  ]);
  return { content: rows, totalElements: total.rows[0]!.count };
}

export async function noteOrder(executor: Executor, id: number, orderId: number): Promise<void> {
  await executor.updateTable("quotes").set({ order_id: orderId }).where("id", "=", id).execute();
}
