import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

export type Series = "INVOICE" | "CREDIT_NOTE";

/** Draws an invoice's id before its number, so that its job can be posted before the counter is locked. */
export async function nextInvoiceId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('invoices', 'id')) as id`.execute(tx);
  return rows[0]!.id;
}

export interface NumberedInvoice {
  id: number;
  orderId: number;
  series: Series;
  issuedOn: string;
  dueOn: string | null;
  content: object;
  /** The invoice that this one credits or replaces, and why. */
  corrects?: { invoiceId: number; reason: string };
}

/**
 * Inserts an invoice with the next number of its series and year: 2026-000001, or CN-2026-000001 for a credit note. The
 * counter's row stays locked until the transaction ends, so a rollback leaves no gap; a single statement, since all others
 * wait.
 */
export async function insertNumbered(tx: Tx, invoice: NumberedInvoice): Promise<string> {
  const { id, orderId, series, issuedOn, dueOn, corrects } = invoice;
  const year = Number(issuedOn.slice(0, 4));
  const start = `${series === "INVOICE" ? "" : "CN-"}${year}-`;
  const { rows } = await sql<{ number: string }>`
    with drawn as (
      insert into number_series (series, year, last_number) values (${series}, ${year}, 1)
      on conflict (series, year) do update set last_number = number_series.last_number + 1
      returning last_number::text as count
    ), named as (
      select ${start}::text || lpad(count, greatest(6, length(count)), '0') as number from drawn
    )
    insert into invoices (id, order_id, series, number, issued_on, due_on, content, corrects_id, reason)
    overriding system value
    select ${id}::integer, ${orderId}::integer, ${series}::text, number, ${issuedOn}::date, ${dueOn}::date,
      ${JSON.stringify(invoice.content)}::jsonb || jsonb_build_object('number', number),
      ${corrects?.invoiceId ?? null}::integer, ${corrects?.reason ?? null}::text
    from named returning number`.execute(tx);
  return rows[0]!.number;
}

/** Returns the next number of a series in a year, without drawing it. */
export async function nextNumber(executor: Executor, series: Series, year: number) {
  const start = `${series === "INVOICE" ? "" : "CN-"}${year}-`;
  const { rows } = await sql<{ number: string }>`
    select ${start}::text || lpad(next::text, greatest(6, length(next::text)), '0') as number
    from (select coalesce((select last_number from number_series where series = ${series} and year = ${year}), 0) + 1
      as next) counted`.execute(executor);
  return rows[0]!.number;
}

/** Returns the content of an order's current invoice; undefined without one. */
export async function currentInvoiceContent(executor: Executor, orderId: number) {
  const row = await executor
    .selectFrom("orders")
    .innerJoin("invoices as i", "i.number", "orders.invoice_number")
    .select("i.content")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  return row?.content;
}

/**
 * Returns an invoice or credit note with its content as issued, unparsed; its PDF is null until it is made. Undefined if there
 * is none.
 */
export function invoiceById(executor: Executor, invoiceId: number) {
  return executor
    .selectFrom("invoices")
    .select([
      "order_id as orderId",
      "reason",
      "series",
      "number",
      "due_on as dueOn",
      "content",
      "pdf_file_id as pdfFileId",
    ])
    .where("id", "=", invoiceId)
    .executeTakeFirst();
}

/** Locks an invoice until the transaction ends; false if it already has files. */
export async function lockUnmade(tx: Tx, invoiceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("invoices")
    .select("pdf_file_id")
    .where("id", "=", invoiceId)
    .forUpdate()
    .executeTakeFirst();
  return row?.pdf_file_id === null;
}

/** Links the files of an invoice. */
export async function setInvoiceFiles(
  tx: Tx,
  invoiceId: number,
  pdfFileId: number,
  ublFileId: number,
): Promise<void> {
  await tx
    .updateTable("invoices")
    .set({ pdf_file_id: pdfFileId, ubl_file_id: ublFileId })
    .where("id", "=", invoiceId)
    .execute();
}

/** Returns the XML preferences of an order's company. */
export async function xmlPreferencesOf(executor: Executor, orderId: number) {
  return await executor
    .selectFrom("orders")
    .innerJoin("companies as c", "c.id", "orders.company_id")
    .select([
      "c.e_invoice_profile as profile",
      "c.e_invoice_reference as reference",
      sql<{
        scheme: string;
        id: string;
      } | null>`case when c.e_address is not null then json_build_object('scheme', c.e_address_scheme, 'id', c.e_address) end`.as(
        "address",
      ),
    ])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
}

/** A range of ISO days, both included, optionally restricted to one company's orders. */
export interface Period {
  from: string;
  to: string;
  companyId?: number;
}

/** Returns the files of every document issued in a period, by day and number; null while they are being made. */
export async function issuedFiles(executor: Executor, { from, to, companyId }: Period) {
  let query = executor
    .selectFrom("invoices")
    .innerJoin("orders", "orders.id", "invoices.order_id")
    .leftJoin("files as pdf", "pdf.id", "invoices.pdf_file_id")
    .leftJoin("files as ubl", "ubl.id", "invoices.ubl_file_id")
    .select([
      "pdf.name as pdfName",
      "pdf.storage_key as pdfKey",
      "ubl.name as ublName",
      "ubl.storage_key as ublKey",
    ])
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to);
  if (companyId !== undefined) query = query.where("orders.company_id", "=", companyId);
  return await query.orderBy("issued_on").orderBy("number").execute();
}
