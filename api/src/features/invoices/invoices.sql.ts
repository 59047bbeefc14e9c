import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
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
