import { sql } from "kysely";
import type { OrderDetails } from "@tonneline/contract/orders";
import type { Executor, Tx } from "../../core/db.ts";
import { toRefundCents } from "./corrections.rules.ts";
import { columnsOf } from "./details.sql.ts";
import type { LockedOrder } from "./life.sql.ts";
import { receivedFor } from "./payments.sql.ts";

/** Returns the lines of an order, with what credit notes have credited of each. */
export async function itemsOf(executor: Executor, orderId: number) {
  return await executor
    .selectFrom("order_items")
    .select([
      "id",
      "vintage_id as vintageId",
      "product_type as productType",
      "product",
      "quantity",
      "price_cents as priceCents",
      "total_cents as totalCents",
      "credited_quantity as creditedQuantity",
      "credited_cents as creditedCents",
      "returned_quantity as returnedQuantity",
    ])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
}
export type OrderedItem = Awaited<ReturnType<typeof itemsOf>>[number];

/** Returns the current invoice of a locked order. */
export async function currentInvoice(tx: Tx, order: LockedOrder) {
  return await tx
    .selectFrom("invoices")
    .select([
      "id",
      "number",
      "due_on as dueOn",
      sql<string>`content ->> 'suppliedOn'`.as("suppliedOn"),
    ])
    .where("number", "=", order.invoice_number)
    .executeTakeFirst();
}

/** Returns every invoice and credit note of an order, as issued. */
export function documentsOf(executor: Executor, orderId: number) {
  return executor
    .selectFrom("invoices")
    .leftJoin("files", "files.id", "invoices.pdf_file_id")
    .leftJoin("invoices as corrected", "corrected.id", "invoices.corrects_id")
    .select([
      "invoices.id",
      "invoices.series",
      "invoices.number",
      "invoices.issued_on as issuedOn",
      sql<number>`(invoices.content ->> 'grossCents')::bigint`.as("grossCents"),
      "corrected.number as corrects",
      "invoices.reason",
      "files.name",
    ])
    .where("invoices.order_id", "=", orderId)
    .orderBy("invoices.id");
}

/** What a correction writes to its order, apart from the lines. */
export interface Correction {
  invoice_number?: string;
  invoice_file_id?: null;
  credit_note_number?: string;
  due_on?: string;
  details?: OrderDetails;
  credited?: { netCents: number; grossCents: number; tonnes: number };
  vat_check_result?: string;
  vat_check_on?: string;
  vat_check_evidence?: string | null;
}

/** Corrects an order without changing its status; undefined if that is no longer `status` (checked by the same statement). */
export function correctOrder(
  tx: Tx,
  orderId: number,
  status: string,
  correction: Correction,
): Promise<LockedOrder | undefined> {
  const { details, credited = { netCents: 0, grossCents: 0, tonnes: 0 }, ...columns } = correction;
  return tx
    .updateTable("orders")
    .set({
      ...columns,
      ...(details && columnsOf(details)),
      credited_net_cents: sql<number>`credited_net_cents + ${credited.netCents}`,
      credited_cents: sql<number>`credited_cents + ${credited.grossCents}`,
      returned_credits: sql<number>`returned_credits + ${credited.tonnes}`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", orderId)
    .where("status", "=", status)
    .returningAll()
    .executeTakeFirst();
}

/** Adds credits to their order lines; the table refuses more than was invoiced. */
export async function creditItems(
  tx: Tx,
  credits: readonly { itemId: number; quantity: number; cents: number; returned: number }[],
): Promise<void> {
  const column = <K extends keyof (typeof credits)[number]>(key: K) =>
    credits.map((credit) => credit[key]);
  await sql`update order_items i set credited_quantity = i.credited_quantity + c.quantity,
      credited_cents = i.credited_cents + c.cents, returned_quantity = i.returned_quantity + c.returned
    from unnest(${column("itemId")}::integer[], ${column("quantity")}::integer[], ${column("cents")}::bigint[],
      ${column("returned")}::integer[]) as c (id, quantity, cents, returned)
    where i.id = c.id`.execute(tx);
}

/** Returns the cents refunded for an order. */
export async function refundedFor(executor: Executor, orderId: number): Promise<number> {
  const { cents } = await refundedCents(executor, orderId).executeTakeFirstOrThrow();
  return cents;
}

/** The same as a one-row query, to embed in other statements. */
export const refundedCents = (executor: Executor, orderId: number) =>
  executor
    .selectFrom("refunds")
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("order_id", "=", orderId);

/** Returns the cents paid for an order above the amount due and not refunded yet. */
export async function toRefundFor(executor: Executor, order: LockedOrder): Promise<number> {
  return toRefundCents({
    status: order.status,
    grossCents: order.gross_cents,
    creditedCents: order.credited_cents,
    receivedCents: await receivedFor(executor, order.id),
    refundedCents: await refundedFor(executor, order.id),
  });
}

/**
 * Records a refund: an amount above zero, on an ISO day. The caller has locked the order and checked the amount against
 * `toRefundFor`.
 */
export async function insertRefund(
  tx: Tx,
  refund: {
    orderId: number;
    amountCents: number;
    paidOn: string;
    reference: string;
    actorId: number;
  },
): Promise<void> {
  await tx
    .insertInto("refunds")
    .values({
      order_id: refund.orderId,
      amount_cents: refund.amountCents,
      paid_on: refund.paidOn,
      reference: refund.reference,
      actor_id: refund.actorId,
    })
    .execute();
}

/** Returns the file id of one of an order's documents; undefined if there is none, null until its file is generated. */
export async function documentFileId(
  executor: Executor,
  file: { orderId: number; documentId: number; kind: "pdf" | "ubl"; companyId?: number },
) {
  let query = executor
    .selectFrom("orders")
    .innerJoin("invoices", "invoices.order_id", "orders.id")
    .select(file.kind === "pdf" ? "invoices.pdf_file_id as id" : "invoices.ubl_file_id as id")
    .where("orders.id", "=", file.orderId)
    .where("invoices.id", "=", file.documentId);
  if (file.companyId !== undefined) query = query.where("orders.company_id", "=", file.companyId);
  return (await query.executeTakeFirst())?.id;
}
