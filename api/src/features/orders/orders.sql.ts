import { sql, type RawBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { OrderDetails } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import { called } from "../../core/called.sql.ts";
import { sellerMoment } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { ownCompany } from "../../core/ownCompany.sql.ts";
import type { TransferFacts } from "../invoices/epc.rules.ts";
import { columnsOf, referenceColumns, type TypedRow } from "./details.sql.ts";
import { overLimit } from "./limit.sql.ts";
import { changedPercent } from "./rates.sql.ts";
import { documentsOf, refundedCents } from "./corrections.sql.ts";
import { netReceivedCents, paymentsOf, receivedCents } from "./payments.sql.ts";
import { knownVatCheck } from "./vatCheck.sql.ts";

export interface NewItem {
  productType: "VINTAGE_CREDITS" | "DUE_DILIGENCE_REPORT";
  vintageId: number | null;
  reportId: number | null;
  projectId: number | null;
  quantity: number;
  priceCents: number;
  product:
    | {
        project: { name: string };
        vintage: { year: number; creditType: { id: string } };
      }
    | { reportName: string };
}

export interface Sums {
  totalCredits: number;
  netCents: number;
  vatPercent: number;
  vatCents: number;
  grossCents: number;
  vatCategory: VatCategory;
}

/**
 * The id of the next order; null, with the seconds until the next one is allowed, if this buyer has placed `perHour` orders
 * within an hour.
 */
export type NextOrder = { id: number; seconds: null } | { id: null; seconds: number };

/**
 * Draws the id from the sequence, so a rollback leaves a gap. The caller has locked the buyer's cart: otherwise two concurrent
 * orders would not count each other.
 */
export async function nextOrderId(tx: Tx, userId: number, perHour: number): Promise<NextOrder> {
  const { rows } = await sql<{
    next: NextOrder;
  }>`select ${numbering(userId, perHour)} as next`.execute(tx);
  return rows[0]!.next;
}

/** Returns the id of a buyer's next order as an expression, for the statement that reads the locked cart. */
export const numbering = (userId: number, perHour: number): RawBuilder<NextOrder> => sql`
    (with room as materialized (
      select (select greatest(1, ceil(extract(epoch from created_at + interval '1 hour' - now())))::integer
        from orders where company_id = (select company_id from users where id = ${userId}) and user_id = ${userId}
          and created_at > now() - interval '1 hour'
        order by created_at desc, id desc offset ${perHour - 1} limit 1) as seconds
    )
    select json_build_object('id', case when seconds is null then nextval(pg_get_serial_sequence('orders', 'id')) end,
      'seconds', seconds) from room)`;

/** The side effects of a new order as parts of its insert statement: ledger movements, notifications and the mail job. */
export interface SideEffects {
  movements: RawBuilder<unknown>;
  notifications: RawBuilder<unknown>;
  job: RawBuilder<unknown>;
}

/** Inserts an order with its items, first transition and side effects in a single statement. */
export async function insertOrder(
  tx: Tx,
  order: {
    id: number;
    userId: number;
    itemNames: readonly string[];
    paymentReference: string;
    details: OrderDetails;
    items: readonly NewItem[];
    ownTermsFileId: number | null;
  } & Sums,
  sideEffects: SideEffects,
): Promise<OrderRow> {
  const { details, items, ...sums } = order;
  const typed = columnsOf(details);
  const column = <K extends keyof NewItem>(key: K) => items.map((item) => item[key]);
  const { rows } = await sql<PlacedRow>`
    with placed as (
      insert into orders (id, user_id, company_id, payment_reference,
        ${sql.join(Object.keys(typed).map((name) => sql.ref(name)))},
        total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category, sales_terms_file_id,
        item_names, username)
      overriding system value values (${sums.id}, ${sums.userId},
        ${ownCompany(sums.userId)}, ${sums.paymentReference},
        ${sql.join(Object.values(typed))},
        ${sums.totalCredits}, ${sums.netCents}, ${sums.vatPercent}, ${sums.vatCents}, ${sums.grossCents},
        ${sums.vatCategory},
        coalesce((select file_id from settings_files where name = 'salesTerms'), ${order.ownTermsFileId}::integer),
        ${order.itemNames.join("\n")}, (select username from users where id = ${sums.userId}))
      returning *
    ), items as (
      insert into order_items
        (order_id, position, product_type, vintage_id, report_id, project_id, quantity, price_cents, total_cents, product)
      select placed.id, ordinality, product_type, vintage_id, report_id, project_id, quantity, price_cents,
        price_cents * quantity, product
      from placed, unnest(${column("productType")}::text[], ${column("vintageId")}::integer[],
        ${column("reportId")}::integer[], ${column("projectId")}::integer[], ${column("quantity")}::integer[],
        ${column("priceCents")}::bigint[], ${items.map((item) => JSON.stringify(item.product))}::jsonb[])
        with ordinality as item (product_type, vintage_id, report_id, project_id, quantity, price_cents, product)
      returning id, position, product_type, quantity, price_cents, total_cents, product
    ), step as (
      insert into order_transitions (order_id, from_status, to_status, actor_id)
      select id, null, status, user_id from placed
    ), moved as (${sideEffects.movements}), notified as (${sideEffects.notifications})
    select placed.*, terms.name as sales_terms_name,
      buyer.first_name || ' ' || buyer.last_name as buyer_name, ${overLimit("placed")} as over_limit,
      (select json_agg(json_build_object('id', id, 'product_type', product_type, 'quantity', quantity,
        'price_cents', price_cents, 'total_cents', total_cents, 'credited_quantity', 0, 'credited_cents', 0,
        'returned_quantity', 0, 'product', product) order by position) from items) as items,
      ${sideEffects.job}
    from placed join users buyer on buyer.id = placed.user_id
      left join files terms on terms.id = placed.sales_terms_file_id`.execute(tx);
  const placed = rows[0]!;
  const by = { actor: placed.username, actorName: placed.buyer_name.trim() || placed.username };
  const first = { from: null, to: placed.status, ...by, reason: null };
  return {
    ...placed,
    invoice_name: null,
    payee: null,
    known_vat_check: null,
    changed_percent: null,
    received_cents: 0,
    kept_cents: 0,
    documents: [],
    refunded: 0,
    payments: [],
    transitions: [{ ...first, at: placed.created_at }],
  };
}

/**
 * Updates the username copied into each of the user's orders, which the order list searches, after the account was erased.
 * Their versions stay.
 */
export async function refreshOrderUsernames(tx: Tx, userId: number): Promise<void> {
  await sql`update orders set username = u.username from users u where u.id = user_id and u.id = ${userId}`.execute(
    tx,
  );
}

type PlacedRow = Omit<
  OrderRow,
  | "invoice_name"
  | "payee"
  | "known_vat_check"
  | "changed_percent"
  | "documents"
  | "refunded"
  | "payments"
  | "received_cents"
  | "kept_cents"
  | "transitions"
>;

/**
 * Appends a step to the order's history, which is append-only. The caller changes the status itself in the same transaction.
 */
export async function insertTransition(
  tx: Tx,
  transition: {
    orderId: number;
    from: string | null;
    to: string;
    actorId: number;
    reason?: string;
  },
): Promise<void> {
  await tx
    .insertInto("order_transitions")
    .values({
      order_id: transition.orderId,
      from_status: transition.from,
      to_status: transition.to,
      actor_id: transition.actorId,
      reason: transition.reason ?? null,
    })
    .execute();
}

/** Returns an order with its items, buyer and history. With `companyId`, undefined for another company's order. */
export async function orderById(executor: Executor, orderId: number, companyId?: number) {
  let query = executor
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .leftJoin("files as invoice", "invoice.id", "orders.invoice_file_id")
    .leftJoin("files as sales_terms", "sales_terms.id", "orders.sales_terms_file_id")
    .selectAll("orders")
    .select([
      receivedCents.as("received_cents"),
      netReceivedCents.as("kept_cents"),
      knownVatCheck.as("known_vat_check"),
      overLimit("orders").as("over_limit"),
      changedPercent.as("changed_percent"),
      "invoice.name as invoice_name",
      "sales_terms.name as sales_terms_name",
      sql<TransferFacts | null>`(select json_build_object('kind', i.content -> 'kind', 'seller', i.content -> 'seller',
          'bank', i.content -> 'bank', 'grossCents', i.content -> 'grossCents',
          'paidCents', i.content -> 'paidCents', 'paymentReference', i.content -> 'paymentReference')
        from invoices i where i.number = orders.invoice_number)`.as("payee"),
      sql<string>`users.first_name || ' ' || users.last_name`.as("buyer_name"),
    ])
    .select([
      jsonArrayFrom(documentsOf(executor, orderId)).as("documents"),
      refundedCents(executor, orderId).$asScalar().$notNull().as("refunded"),
      jsonArrayFrom(paymentsOf(executor, orderId)).as("payments"),
      jsonArrayFrom(itemsOf(executor, orderId)).as("items"),
      jsonArrayFrom(transitionsOf(executor, orderId)).as("transitions"),
    ])
    .where("orders.id", "=", orderId);
  if (companyId !== undefined) query = query.where("orders.company_id", "=", companyId);
  const order = await query.executeTakeFirst();
  return (
    order && {
      ...order,
      transitions: order.transitions.map((step) => ({ ...step, at: new Date(step.at) })),
    }
  );
}

const itemsOf = (executor: Executor, orderId: number) =>
  executor
    .selectFrom("order_items")
    .select([
      "id",
      "product_type",
      "quantity",
      "price_cents",
      "total_cents",
      "credited_quantity",
      "credited_cents",
      "returned_quantity",
      "product",
    ])
    .where("order_id", "=", orderId)
    .orderBy("position");

const transitionsOf = (executor: Executor, orderId: number) =>
  executor
    .selectFrom("order_transitions")
    .leftJoin("users", "users.id", "order_transitions.actor_id")
    .select([
      "from_status as from",
      "to_status as to",
      "users.username as actor",
      sql<string | null>`${called("users")}`.as("actorName"),
      "order_transitions.reason",
      "occurred_at as at",
    ])
    .where("order_id", "=", orderId)
    .orderBy("order_transitions.id");
export type OrderRow = NonNullable<Awaited<ReturnType<typeof orderById>>>;

/** Describes who took the last step of an order and when, in a sentence; undefined if only the buyer has acted. */
export async function lastStep(executor: Executor, orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ sentence: string }>`
    select concat(${called("u")},
      case when t.from_status = 'PAID' then ' reopened it on ' when t.to_status = 'AWAITING_PAYMENT' then ' approved it on '
        when t.to_status = 'PAID' then ' marked it paid on ' else ' rejected it on ' end,
      ${sellerMoment(sql`t.occurred_at`)}, ': ' || t.reason, '.') as sentence
    from order_transitions t join users u on u.id = t.actor_id
    where t.order_id = ${orderId} and t.from_status is not null
    order by t.id desc limit 1`.execute(executor);
  return rows[0]?.sentence;
}

/** The contents and recipients of a new order's mails. */
export interface PlacedOrder extends TypedRow {
  id: number;
  grossCents: number;
  vatCents: number;
  companyName: string;
  invoiceEmail: string;
  items: {
    productType: string;
    quantity: number;
    priceCents: number;
    totalCents: number;
    product: unknown;
  }[];
  buyer: string;
  /** The operators who may decide on it. */
  operators: string[];
}

/** Reads orders for their confirmation mails in one round trip. */
export async function placedOrders(tx: Tx, orderIds: readonly number[]): Promise<PlacedOrder[]> {
  const { rows } = await sql<PlacedOrder>`
    select o.id, o.gross_cents as "grossCents", o.vat_cents as "vatCents", o.company_name as "companyName", o.invoice_email as "invoiceEmail", o.remark,
      ${sql.join(referenceColumns.map((name) => sql.ref(`o.${name}`)))},
      (select json_agg(json_build_object('productType', product_type, 'quantity', quantity, 'priceCents', price_cents,
        'totalCents', total_cents, 'product', product) order by position) from order_items where order_id = o.id) as items,
      (select username from users where id = o.user_id) as buyer,
      array(select u.username from users u join roles r on r.id = u.role_id
        where not u.blocked and r.permissions @> ${["orders:write"]}::text[] order by u.id) as operators
    from orders o where o.id = any(${orderIds}::integer[]) order by o.id`.execute(tx);
  return rows;
}

/** Protects the buyers of orders from erasure until the transaction ends; waits for an erasure in progress. */
export async function lockBuyersShared(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`select from users where id in (select user_id from orders where id = any(${orderIds}::integer[]))
    order by id for key share`.execute(tx);
}

/**
 * Locks all of a user's orders until the transaction ends: waits for decisions on them and mails about them, and blocks new
 * ones. To be called before the account is locked, in the same lock order as those.
 */
export async function lockOrdersOf(tx: Tx, userId: number): Promise<void> {
  await sql`select from orders where user_id = ${userId} order by id for update`.execute(tx);
}

/**
 * Moves every order of a company, open or done, to the company it is merged into; the orders' and invoices' content stays. The
 * caller has locked both companies, and moves the holdings afterwards.
 */
export async function moveOrders(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ company_id: intoId })
    .where("company_id", "=", fromId)
    .execute();
}
