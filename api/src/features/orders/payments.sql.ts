import { sql, type InferResult } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

export interface NewPayment {
  orderId: number;
  /** Below zero if the bank reversed a payment. */
  amountCents: number;
  /** The day on the bank statement, or the one that an operator enters. */
  receivedOn: string;
  /** The bank's reference; null for payments entered by an operator. */
  reference: string | null;
  entryId: number | null;
}

/**
 * Inserts a payment; the table refuses an amount of 0. The caller, who has locked the order, settles whether it is paid now.
 */
export async function insertPayment(tx: Tx, payment: NewPayment, actorId: number): Promise<void> {
  await tx
    .insertInto("payments")
    .values({
      order_id: payment.orderId,
      amount_cents: payment.amountCents,
      received_on: payment.receivedOn,
      reference: payment.reference,
      entry_id: payment.entryId,
      created_by: actorId,
    })
    .execute();
}

/** In SQL, the cents received for a row of `orders`. */
export const receivedCents = sql<number>`coalesce((select sum(p.amount_cents) from payments p
  where p.order_id = orders.id and p.undone_at is null), 0)::bigint`;

/** Returns the cents received for an order so far. */
export async function receivedFor(executor: Executor, orderId: number): Promise<number> {
  const { received } = await executor
    .selectFrom("orders")
    .select(receivedCents.as("received"))
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return received;
}

/** In SQL, the cents received for a row of `orders`, less refunds. */
export const netReceivedCents = sql<number>`coalesce((select sum(k.amount_cents) from kept_money k
  where k.order_id = orders.id), 0)::bigint`;

/** Returns the cents received for an order so far, less refunds. */
export async function netReceivedFor(executor: Executor, orderId: number): Promise<number> {
  const { kept } = await executor
    .selectFrom("orders")
    .select(netReceivedCents.as("kept"))
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return kept;
}

/** Returns the payments of an order that were not undone, oldest first. */
export function paymentsOf(executor: Executor, orderId: number) {
  return executor
    .selectFrom("payments")
    .select(["id", "amount_cents", "received_on", "reference", "entry_id"])
    .where("order_id", "=", orderId)
    .where("undone_at", "is", null)
    .orderBy("received_on")
    .orderBy("id");
}
export type PaymentRow = InferResult<ReturnType<typeof paymentsOf>>[number];

/** Marks the payments booked from a bank entry as undone, and returns them by order id. */
export async function undoPaymentsOfEntry(
  tx: Tx,
  entryId: number,
  by: { actorId: number; reason: string },
) {
  const rows = await tx
    .updateTable("payments")
    .set({ undone_at: sql<Date>`now()`, undone_by: by.actorId, undo_reason: by.reason })
    .where("entry_id", "=", entryId)
    .where("undone_at", "is", null)
    .returning(["order_id as orderId", "amount_cents as amountCents", "received_on as receivedOn"])
    .execute();
  return rows.toSorted((one, other) => one.orderId - other.orderId);
}
