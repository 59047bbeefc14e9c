import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import type { Series } from "./invoices.rules.ts";

/**
 * The next number of a series in a year, from 1. The counter's row stays locked until the transaction ends: a number
 * that is rolled back is given again, and the series has no gap.
 */
export async function nextNumber(tx: Tx, series: Series, year: number): Promise<number> {
  const row = await tx
    .insertInto("number_series")
    .values({ series, year, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["series", "year"])
        .doUpdateSet({ last_number: sql<number>`number_series.last_number + 1` }),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return row.last_number;
}

export async function insertInvoice(
  tx: Tx,
  invoice: {
    orderId: number;
    series: Series;
    number: string;
    issuedOn: string;
    dueOn: string | null;
    content: object;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto("invoices")
    .values({
      order_id: invoice.orderId,
      series: invoice.series,
      number: invoice.number,
      issued_on: invoice.issuedOn,
      due_on: invoice.dueOn,
      content: JSON.stringify(invoice.content),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function invoiceById(executor: Executor, invoiceId: number) {
  return executor
    .selectFrom("invoices")
    .select([
      "order_id as orderId",
      "series",
      "number",
      "due_on as dueOn",
      "content",
      "pdf_file_id as pdfFileId",
    ])
    .where("id", "=", invoiceId)
    .executeTakeFirst();
}

/** Names the files of an invoice; false when it has files already. */
export async function keepInvoiceFiles(
  tx: Tx,
  invoiceId: number,
  pdfFileId: number,
  ublFileId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("invoices")
    .set({ pdf_file_id: pdfFileId, ubl_file_id: ublFileId })
    .where("id", "=", invoiceId)
    .where("pdf_file_id", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
