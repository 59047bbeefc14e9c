import { sql } from "kysely";
import { sellerTime } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import { daysOfMonth, type BookedDocument } from "./books.rules.ts";

/** Returns every invoice and credit note issued in a month, by day and number, with its content. */
export async function documentsOfMonth(
  executor: Executor,
  month: string,
): Promise<BookedDocument[]> {
  const { first, last } = daysOfMonth(month);
  const { rows } = await sql<BookedDocument>`
    select i.series as kind, i.number, c.number as corrects, i.issued_on as "issuedOn",
      i.content ->> 'suppliedOn' as "suppliedOn", i.due_on as "dueOn", i.order_id as "orderId",
      o.company_id as "companyId", b ->> 'companyName' as "companyName", b ->> 'countryCode' as "countryCode",
      b ->> 'vatNumber' as "vatNumber", i.content ->> 'vatCategory' as "vatCategory",
      (i.content ->> 'vatPercent')::float8 as "vatPercent", (i.content ->> 'netCents')::bigint as "netCents",
      (i.content ->> 'vatCents')::bigint as "vatCents", (i.content ->> 'grossCents')::bigint as "grossCents"
    from invoices i join orders o on o.id = i.order_id left join invoices c on c.id = i.corrects_id,
      lateral (select i.content -> 'buyer' as b) buyer
    where i.issued_on between ${first}::date and ${last}::date
    order by i.issued_on, i.number`.execute(executor);
  return rows;
}

/** Returns the current time in the seller's time zone to the millisecond, in DATEV's digits-only format: 20261231233059123. */
export async function currentTimestamp(executor: Executor): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select to_char(${sellerTime(sql`clock_timestamp()`)}, 'YYYYMMDDHH24MISSMS') as now`.execute(
    executor,
  );
  return rows[0]!.now;
}
