import { sql } from "kysely";
import type { InvoiceDetails } from "@tonneline/contract/company";
import type { OrderStatus } from "@tonneline/contract/orders";
import type { VatCategory } from "@tonneline/contract/vat";
import type { Executor, Tx } from "../../core/db.ts";

export interface NewItem {
  productType: "VINTAGE_CREDITS" | "DUE_DILIGENCE_REPORT";
  vintageId: number | null;
  reportId: number | null;
  projectId: number | null;
  quantity: number;
  priceCents: number;
  /** The contract's product of an ordered item. */
  product: object;
}

export interface Sums {
  totalCredits: number;
  netCents: number;
  vatPercent: number;
  vatCents: number;
  grossCents: number;
  vatCategory: VatCategory;
}

export async function nextOrderId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('orders', 'id')) as id`.execute(tx);
  return rows[0]!.id;
}

export async function insertOrder(
  tx: Tx,
  order: { id: number; userId: number; paymentReference: string; details: InvoiceDetails } & Sums,
): Promise<void> {
  const { details, ...sums } = order;
  const address = details.invoiceAddress;
  await sql`insert into orders (id, user_id, payment_reference, company_name, vat_number, invoice_email,
      street, postal_code, province, city, country_code,
      total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category)
    overriding system value values (${sums.id}, ${sums.userId}, ${sums.paymentReference},
      ${details.companyName}, ${details.vatNumber}, ${details.invoiceEmail},
      ${address.street}, ${address.postalCode}, ${address.province}, ${address.city}, ${address.countryCode},
      ${sums.totalCredits}, ${sums.netCents}, ${sums.vatPercent}, ${sums.vatCents}, ${sums.grossCents},
      ${sums.vatCategory})`.execute(tx);
}

export async function insertItems(tx: Tx, orderId: number, items: readonly NewItem[]) {
  const column = <K extends keyof NewItem>(key: K) => items.map((item) => item[key]);
  await sql`insert into order_items
      (order_id, position, product_type, vintage_id, report_id, project_id, quantity, price_cents, total_cents, product)
    select ${orderId}::integer, ordinality, product_type, vintage_id, report_id, project_id, quantity, price_cents,
      price_cents * quantity, product
    from unnest(${column("productType")}::text[], ${column("vintageId")}::integer[], ${column("reportId")}::integer[],
      ${column("projectId")}::integer[], ${column("quantity")}::integer[], ${column("priceCents")}::bigint[],
      ${items.map((item) => JSON.stringify(item.product))}::jsonb[])
      with ordinality as item (product_type, vintage_id, report_id, project_id, quantity, price_cents, product)`.execute(
    tx,
  );
}

export async function insertTransition(
  tx: Tx,
  transition: {
    orderId: number;
    from: OrderStatus | null;
    to: OrderStatus;
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

/** An order of this user with its items and history; another's is simply not there. */
export async function orderOf(executor: Executor, userId: number, orderId: number) {
  const order = await executor
    .selectFrom("orders")
    .leftJoin("files", "files.id", "orders.invoice_file_id")
    .selectAll("orders")
    .select("files.name as invoice_name")
    .where("orders.id", "=", orderId)
    .where("orders.user_id", "=", userId)
    .executeTakeFirst();
  if (!order) return undefined;
  const [items, history] = await Promise.all([
    executor
      .selectFrom("order_items")
      .select(["id", "product_type", "quantity", "price_cents", "total_cents", "product"])
      .where("order_id", "=", orderId)
      .orderBy("position")
      .execute(),
    executor
      .selectFrom("order_transitions")
      .select(["to_status as status", "occurred_at as at"])
      .where("order_id", "=", orderId)
      .orderBy("id")
      .execute(),
  ]);
  return { ...order, items, history };
}
export type OrderRow = NonNullable<Awaited<ReturnType<typeof orderOf>>>;

const sortColumns = {
  createdAt: "orders.created_at",
  id: "orders.id",
  status: "orders.status",
  totalPriceGross: "orders.gross_cents",
  totalCredits: "orders.total_credits",
} as const;

export interface OrderFilter {
  q?: string | undefined;
  status?: OrderStatus[] | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
  page: number;
  size: number;
}

/** A page of this user's orders, and the numbers by status for the same search. */
export async function orderPage(executor: Executor, userId: number, filter: OrderFilter) {
  const pattern = filter.q && `%${filter.q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  let searched = executor.selectFrom("orders").where("orders.user_id", "=", userId);
  if (pattern) {
    searched = searched.where(
      sql<boolean>`(orders.id::text ilike ${pattern} or orders.company_name ilike ${pattern}
        or orders.invoice_number ilike ${pattern} or orders.payment_reference ilike ${pattern}
        or exists (select from order_items i where i.order_id = orders.id
          and (i.product #>> '{project,name}' ilike ${pattern} or i.product ->> 'reportName' ilike ${pattern})))`,
    );
  }
  let query = searched.selectAll("orders").select((eb) => [
    eb
      .selectFrom("order_items as i")
      .whereRef("i.order_id", "=", "orders.id")
      .select((inner) => inner.fn.countAll<number>().as("count"))
      .as("item_count"),
    sql<
      string[]
    >`(select coalesce(array_agg(distinct coalesce(i.product #>> '{project,name}', i.product ->> 'reportName')), '{}')
        from order_items i where i.order_id = orders.id)`.as("names"),
  ]);
  if (filter.status) {
    query = query.where("orders.status", "=", sql<string>`any(${filter.status}::text[])`);
  }
  for (const { field, direction } of filter.sort)
    query = query.orderBy(sortColumns[field], direction);
  if (filter.sort.length === 0) query = query.orderBy("orders.created_at", "desc");
  const [rows, counts] = await Promise.all([
    query
      .orderBy("orders.id", "desc")
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    searched
      .select((eb) => ["orders.status", eb.fn.countAll<number>().as("count")])
      .groupBy("orders.status")
      .execute(),
  ]);
  return { rows, counts };
}
