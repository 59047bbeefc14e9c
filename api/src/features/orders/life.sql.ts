import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** Locks an order until the transaction ends, so that decisions of two operators are serialized. */
export function lockOrder(tx: Tx, orderId: number) {
  return tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** The same without a lock. */
export function readOrder(executor: Executor, orderId: number): Promise<LockedOrder | undefined> {
  return executor.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirst();
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Returns the amount due for an order in cents, less what credit notes have credited. */
export const owedCents = (order: Pick<LockedOrder, "gross_cents" | "credited_cents">): number =>
  order.gross_cents - order.credited_cents;

/** Returns the tonnes of each vintage of an order, less those that credit notes put back on sale, by vintage id. */
export async function orderedVintages(executor: Executor, orderId: number) {
  return await executor
    .selectFrom("order_items")
    .innerJoin("vintages", "vintages.id", "order_items.vintage_id")
    .select([
      "vintages.id as vintageId",
      "vintages.credit_type as creditType",
      sql<number>`order_items.quantity - order_items.returned_quantity`.as("quantity"),
    ])
    .where("order_items.order_id", "=", orderId)
    .whereRef("order_items.quantity", ">", "order_items.returned_quantity")
    .orderBy("vintages.id")
    .execute();
}

/** What a decision writes in addition to the status. */
export interface StatusChange {
  invoice_number?: string;
  credit_note_number?: string;
  approved_at?: Date;
  due_on?: string;
  vat_check_result?: string | null;
  vat_check_on?: string | null;
  vat_check_evidence?: string | null;
  limit_reason?: string;
  paid_at?: Date;
  rejection_reason?: string;
}

/** Moves an order to its next status; undefined if it is no longer in `from` (checked by the same statement). */
export function changeStatus(
  tx: Tx,
  step: { orderId: number; from: string; to: string; set: StatusChange },
): Promise<LockedOrder | undefined> {
  return tx
    .updateTable("orders")
    .set({
      ...step.set,
      status: step.to,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", step.orderId)
    .where("status", "=", step.from)
    .returningAll()
    .executeTakeFirst();
}

/** Moves an order that the caller has locked from PAID to AWAITING_PAYMENT. */
export async function reopenOrder(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      status: "AWAITING_PAYMENT",
      paid_at: null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", orderId)
    .where("status", "=", "PAID")
    .execute();
}

/** Returns when the user's most recently paid order was paid; null if none is paid. */
export async function lastPaidAt(tx: Tx, userId: number): Promise<Date | null> {
  const { at } = await tx
    .selectFrom("orders")
    .select(({ fn }) => fn.max("paid_at").as("at"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return at;
}

/** Sets an order's invoice file, if that invoice is still the current one. */
export async function recordInvoiceFile(
  tx: Tx,
  orderId: number,
  invoice: { number: string; pdfFileId: number },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ invoice_file_id: invoice.pdfFileId })
    .where("id", "=", orderId)
    .where("invoice_number", "=", invoice.number)
    .execute();
}

export interface OrderFile {
  orderId: number;
  series: "INVOICE" | "CREDIT_NOTE";
  kind: "pdf" | "ubl";
  /** Restricts the lookup to orders of this company; absent for operators. */
  companyId?: number;
}

/** Returns the file id of an order's sales terms, restricted to one company's orders if `companyId` is given. */
export async function salesTermsFileId(executor: Executor, orderId: number, companyId?: number) {
  let query = executor
    .selectFrom("orders")
    .select("sales_terms_file_id as id")
    .where("id", "=", orderId);
  if (companyId !== undefined) query = query.where("company_id", "=", companyId);
  return (await query.executeTakeFirst())?.id;
}

/** Returns the file id of an order's invoice or credit note; undefined if there is none, null until the file is generated. */
export async function orderFileId(executor: Executor, file: OrderFile) {
  const number =
    file.series === "INVOICE"
      ? ("orders.invoice_number" as const)
      : ("orders.credit_note_number" as const);
  let query = executor
    .selectFrom("orders")
    .innerJoin("invoices", "invoices.number", number)
    .select(file.kind === "pdf" ? "invoices.pdf_file_id as id" : "invoices.ubl_file_id as id")
    .where("orders.id", "=", file.orderId);
  if (file.companyId !== undefined) {
    query = query.where("orders.company_id", "=", file.companyId);
  }
  return (await query.executeTakeFirst())?.id;
}
