import { sql } from "kysely";
import type { Cart } from "@tonneline/contract/cart";
import { companyRoles, hasCompanyRight } from "@tonneline/contract/companyRoles";
import { listManagedQuotes, listQuotes } from "@tonneline/contract/quotes";
import { dayStart, sellerTime, sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type Page } from "../../core/lists.ts";
import { hasFolded } from "../../core/search.ts";

export interface QuoteRow {
  id: number;
  /** Q-2026-000123, with the year of creation in the seller's time zone. */
  number: string;
  userId: number;
  author: string;
  username: string;
  /** Whether its buyer is blocked, as erased accounts are. */
  isBlocked: boolean;
  companyId: number;
  companyName: string;
  /** Null if it was not made from a cart. */
  cartVersion: number | null;
  /** The current version of its buyer's cart at reading; null if there is none. */
  cartNow: number | null;
  /** Whether its credits are reserved for it, independently of any cart. */
  holding: boolean;
  withdrawnAt: Date | null;
  content: Cart;
  /** Not later than the end of its request, which released its credits. */
  validUntil: Date;
  orderId: number | null;
  approvalId: number | null;
  /** Whether its request for approval is pending. */
  isRequested: boolean;
  createdAt: Date;
  /** The time of reading, by the database's clock. */
  now: Date;
}

const number = sql`concat('Q-', extract(year from ${sellerTime(sql`q.created_at`)}), '-',
  lpad(q.id::text, greatest(6, length(q.id::text)), '0'))`;
// A colleague who approved its request placed the order.
const orderId = sql`coalesce(q.order_id, a.order_id)`;
const isRequested = sql`coalesce(a.status = 'PENDING', false)`;
// A request that ended without an order released the credits: the offer ended with it.
const validUntil = sql`case when a.status in ('REFUSED', 'WITHDRAWN', 'EXPIRED')
  then least(q.valid_until, a.decided_at) else q.valid_until end`;
const columns = sql`q.id, ${number} as number, q.user_id as "userId", btrim(concat_ws(' ', u.first_name, u.last_name)) as author,
  u.username, u.blocked as "isBlocked", q.company_id as "companyId", c.name as "companyName", q.cart_version as "cartVersion",
  (select version from carts where carts.user_id = q.user_id) as "cartNow", q.holding,
  q.withdrawn_at as "withdrawnAt", q.content, ${validUntil} as "validUntil", ${orderId} as "orderId",
  q.approval_id as "approvalId", ${isRequested} as "isRequested", q.created_at as "createdAt", clock_timestamp() as now`;
const tables = sql`quotes q join users u on u.id = q.user_id join companies c on c.id = q.company_id
  left join approvals a on a.id = q.approval_id`;
// The same as `statusOf`.
const status = sql`case when ${orderId} is not null then 'ORDERED' when ${isRequested} then 'REQUESTED'
  when q.withdrawn_at is not null then 'WITHDRAWN' when ${validUntil} <= now() then 'EXPIRED' when q.holding then 'KEPT'
  else 'OPEN' end`;

interface NewQuote {
  companyId: number;
  userId: number;
  content: Cart;
  validUntil: Date;
  /** The operator who created and keeps it. */
  keptBy?: number;
}

/**
 * Inserts a quote and returns its id. With `keptBy` it holds its own credits from the start, which the caller reserves;
 * otherwise it relies on those of the cart at this version.
 */
export async function insertQuote(executor: Executor, quote: NewQuote): Promise<number> {
  const { id } = await executor
    .insertInto("quotes")
    .values({
      company_id: quote.companyId,
      user_id: quote.userId,
      cart_version: quote.keptBy === undefined ? quote.content.version : null,
      content: JSON.stringify(quote.content),
      valid_until: quote.validUntil,
      holding: quote.keptBy !== undefined,
      kept_by: quote.keptBy ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the number of quotes a user has made from their cart within a day. */
export async function countToday(executor: Executor, userId: number): Promise<number> {
  const { count } = await executor
    .selectFrom("quotes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("kept_by", "is", null)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a quote of any colleague, without a lock; undefined for another company's. */
export async function quoteBy(
  executor: Executor,
  companyId: number,
  id: number,
): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`select ${columns} from ${tables}
    where q.id = ${id} and q.company_id = ${companyId}`.execute(executor);
  return rows[0];
}

const rows = (executor: Executor, page: Page) =>
  executor
    .selectFrom(sql<QuoteRow>`(select ${columns} from ${tables})`.as("q"))
    .innerJoin(page, (join) => join.onRef("page.id", "=", "q.id"))
    .selectAll("q")
    .orderBy("page.position");

const sorts = {
  createdAt: "q.id",
  validUntil,
  totalPriceNet: sql`(q.content ->> 'totalPriceNet')::numeric`,
};
const defaultOrder = { field: "createdAt", direction: "desc" } as const;

/** Returns the quotes of one company. */
export const quotesOf = (companyId: number) =>
  list(listQuotes, {
    from: tables,
    id: "q.id",
    columns: sorts,
    defaultOrder,
    words,
    where: () => [sql`q.company_id = ${companyId}`],
    tabs: { by: status },
    rows,
  });

/** Quotes of all companies. */
export const allQuotes = list(listManagedQuotes, {
  from: tables,
  id: "q.id",
  columns: { ...sorts, companyName: byName("c.name") },
  defaultOrder,
  words,
  where: ({ companyId }) => [companyId !== undefined && sql`q.company_id = ${companyId}`],
  tabs: { by: status },
  rows,
});

/** Searches the number, as printed or bare, and the names in a quote. */
function words(q: string) {
  return [
    hasFolded(
      sql`${number} || ' ' || u.first_name || ' ' || u.last_name || ' ' || u.username || ' ' || c.name || ' ' || coalesce((select string_agg(coalesce(i -> 'product' ->> 'projectName', i -> 'product' ->> 'reportName'), ' ')
        from jsonb_array_elements(q.content -> 'items') i), '')`,
      q,
    ),
  ];
}

/** Returns a quote of any company. */
export async function anyQuote(executor: Executor, id: number): Promise<QuoteRow | undefined> {
  const { rows: found } =
    await sql<QuoteRow>`select ${columns} from ${tables} where q.id = ${id}`.execute(executor);
  return found[0];
}

/** Locks a quote until the transaction ends, so that actions on it are serialized. */
export async function lockQuote(tx: Tx, id: number): Promise<QuoteRow | undefined> {
  await sql`select from quotes where id = ${id} for update`.execute(tx);
  return await anyQuote(tx, id);
}

/** Records a quote's outcome; from then on it holds nothing itself. */
export async function recordOutcome(
  tx: Tx,
  id: number,
  outcome: { orderId: number } | { approvalId: number } | "WITHDRAWN" | "EXPIRED",
): Promise<void> {
  const became =
    typeof outcome === "object"
      ? "orderId" in outcome
        ? { order_id: outcome.orderId }
        : { approval_id: outcome.approvalId }
      : outcome === "WITHDRAWN"
        ? { withdrawn_at: sql<Date>`now()` }
        : {};
  await tx
    .updateTable("quotes")
    .set({ holding: false, ...became })
    .where("id", "=", id)
    .execute();
}

/** Marks a quote's credits as reserved for it until `validUntil`; a request that ended without an order no longer counts. */
export async function recordKept(
  tx: Tx,
  id: number,
  { keptBy, validUntil }: { keptBy: number; validUntil: Date },
): Promise<void> {
  await tx
    .updateTable("quotes")
    .set({ holding: true, kept_by: keptBy, valid_until: validUntil, approval_id: null })
    .where("id", "=", id)
    .execute();
}

/** Returns the end of a day in the seller's time zone; undefined for a day before today or more than `maxDays` ahead. */
export async function endOfDay(
  executor: Executor,
  day: string,
  maxDays: number,
): Promise<Date | undefined> {
  const { rows: found } = await sql<{ until: Date }>`select ${dayStart(day, 1)} as until
    where ${day}::date between ${sellerToday} and ${sellerToday} + ${maxDays}::integer`.execute(
    executor,
  );
  return found[0]?.until;
}

/** Returns a user's account and company, unchanged until the transaction ends; undefined unless the user may buy for it. */
export async function buyerBy(executor: Executor, userId: number) {
  // Locked first: a statement that waited for a concurrent change of the role would find no role that matches both.
  await sql`select from users where id = ${userId} for share`.execute(executor);
  return await executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["users.id as userId", "users.company_id as companyId"])
    .where("users.id", "=", userId)
    .where("users.blocked", "=", false)
    .where("companies.blocked", "=", false)
    .where("roles.name", "<>", "Anonymous")
    .where("users.company_role", "in", buyers)
    .executeTakeFirst();
}

const buyers = companyRoles.filter((role) => hasCompanyRight(role, "buy", false));

/** Returns the quotes with credits reserved in the name of an account, at companies other than its current one. */
export async function heldElsewhere(tx: Tx, userId: number): Promise<number[]> {
  const found = await tx
    .selectFrom("quotes")
    .innerJoin("users", "users.id", "quotes.user_id")
    .select("quotes.id")
    .where("quotes.user_id", "=", userId)
    .where("quotes.holding", "=", true)
    .whereRef("quotes.company_id", "<>", "users.company_id")
    .orderBy("quotes.id")
    .execute();
  return found.map(({ id }) => id);
}

/** Returns an account's quotes without an outcome: open ones, and all with reserved credits. */
export async function openQuotesOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`select id from quotes
    where user_id = ${userId} and num_nonnulls(order_id, approval_id, withdrawn_at) = 0
      and (holding or valid_until > now()) order by id`.execute(tx);
  return found.map(({ id }) => id);
}
