import type { CountryCode } from "@tonneline/contract/countries";
import { listDocuments, type DocumentState } from "@tonneline/contract/documents";
import type { Reference } from "@tonneline/contract/orders";
import { sql } from "kysely";
import { sellerDay, sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import { list, type RowOf } from "../../core/lists.ts";
import { hasWords } from "../../core/search.ts";
import type { AccountMovement } from "./statement.rules.ts";

const kept = sql`coalesce((select sum(k.amount_cents) from kept_money k where k.order_id = o.id), 0)`;
const owed = sql`(case when o.status = 'REJECTED' then 0 else o.gross_cents - o.credited_cents end)`;
const open = sql`greatest(0, ${owed} - ${kept})::bigint`;

// What a document has under one of the buyer's references: a later correction of the order leaves it as it was issued.
const issuedAs = (reference: Reference) => sql`i.content -> 'buyer' ->> ${sql.lit(reference)}`;

// The open amount of an order is shown on its current invoice.
const documentsIn = (
  companyId: number,
) => sql`(select i.id, i.order_id, i.series as kind, i.number, c.number as corrects, i.issued_on, i.due_on,
    o.user_id, o.words || E'\\n' || lower(i.number) || E'\\n'
      || search_text(concat_ws(E'\\n', ${issuedAs("purchaseOrderNumber")}, ${issuedAs("costCentre")})) as words,
    ${issuedAs("purchaseOrderNumber")} as purchase_order_number, ${issuedAs("costCentre")} as cost_centre,
    sign.of * (i.content ->> 'netCents')::bigint as net_cents, sign.of * (i.content ->> 'vatCents')::bigint as vat_cents,
    sign.of * (i.content ->> 'grossCents')::bigint as gross_cents, f.name,
    case when holds.is_open then ${open} else 0 end as open_cents,
    case when i.series = 'CREDIT_NOTE' then 'CREDIT_NOTE' when o.status = 'REJECTED' or i.number <> o.invoice_number then 'CANCELLED'
      when o.status = 'PAID' then 'PAID' when o.due_on < ${sellerToday} then 'OVERDUE' else 'OPEN' end as state
  from invoices i join orders o on o.id = i.order_id
    left join invoices c on c.id = i.corrects_id
    left join files f on f.id = i.pdf_file_id,
    lateral (select case i.series when 'INVOICE' then 1 else -1 end as of) sign,
    lateral (select o.status = 'AWAITING_PAYMENT' and i.number = o.invoice_number as is_open) holds
  where o.company_id = ${companyId})`;

interface DocumentRow {
  id: number;
  order_id: number;
  kind: "INVOICE" | "CREDIT_NOTE";
  state: DocumentState;
  number: string;
  corrects: string | null;
  issued_on: string;
  due_on: string | null;
  purchase_order_number: string | null;
  cost_centre: string | null;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  open_cents: number;
  name: string | null;
}

/** Returns the invoices and credit notes of a company; with `userId`, only of orders that this member placed. */
export const documentsOf = ({
  companyId,
  userId,
}: {
  companyId: number;
  userId: number | undefined;
}) =>
  list(listDocuments, {
    from: sql`${documentsIn(companyId)} d`,
    id: "d.id",
    columns: {
      issuedOn: "d.issued_on",
      number: "d.number",
      orderId: "d.order_id",
      dueOn: { by: "d.due_on", mayBeEmpty: true },
      total: "d.gross_cents",
      open: "d.open_cents",
    },
    defaultOrder: { field: "issuedOn", direction: "desc" },
    words: (q) => [
      // Within one company nobody searches by username, so matches in it do not count.
      sql`(${hasWords("d.words", q)} and ${hasWords(sql`split_part(d.words, E'\\t', 2)`, q)})`,
    ],
    where: ({ from, to, withOpen }) => [
      userId !== undefined && sql`d.user_id = ${userId}`,
      from && sql`d.issued_on >= ${from}::date`,
      to && sql`d.issued_on <= ${to}::date`,
      withOpen && sql`d.open_cents > 0`,
    ],
    tabs: { by: "d.state" },
    rows: (executor, page) =>
      executor
        .selectFrom(sql<DocumentRow>`${documentsIn(companyId)}`.as("d"))
        .innerJoin(page, (join) => join.onRef("page.id", "=", "d.id"))
        .selectAll("d")
        .orderBy("page.position"),
  });
export type ListedDocument = RowOf<ReturnType<typeof documentsOf>>;

/** Returns what a company owes, how much of it is overdue, and what is to be refunded, in cents. */
export async function balanceOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{ open: number; overdue: number; toRefund: number; asOf: string }>`
    select coalesce(sum(open) filter (where status = 'AWAITING_PAYMENT'), 0)::bigint as open,
      coalesce(sum(open) filter (where status = 'AWAITING_PAYMENT' and due_on < ${sellerToday}), 0)::bigint as overdue,
      (coalesce(sum(greatest(0, kept - owed)), 0)
        + (select coalesce(sum(cents), 0) from company_credit(${companyId})))::bigint as "toRefund", ${sellerToday} as "asOf"
    from (select o.status, o.due_on, ${open} as open, ${kept} as kept, ${owed} as owed
      from orders o where o.company_id = ${companyId} and o.invoice_number is not null) orders`.execute(
    executor,
  );
  return rows[0]!;
}

/**
 * Returns all changes of what a company owes, by day, including what it overpaid and the rest waived when a slightly lower payment
 * was accepted.
 */
export async function movementsOf(
  executor: Executor,
  companyId: number,
): Promise<AccountMovement[]> {
  const { rows } = await sql<AccountMovement>`
    with credit as materialized (select * from company_credit(${companyId}))
    select kind, day, o.id as "orderId", reference, "purchaseOrderNumber", cents
    from orders o cross join lateral (
      select case series when 'INVOICE' then 'INVOICE' else 'CREDIT_NOTE' end as kind, 1 as rank, id, issued_on as day,
        number as reference, ${issuedAs("purchaseOrderNumber")} as "purchaseOrderNumber",
        (case series when 'INVOICE' then 1 else -1 end * (content ->> 'grossCents')::bigint) as cents
      from invoices i where order_id = o.id
      union all
      select 'PAYMENT', 2, id, received_on, reference, o.purchase_order_number, -amount_cents
      from payments where order_id = o.id and undone_at is null
      union all
      select 'REFUND', 3, id, paid_on, reference, o.purchase_order_number, amount_cents from refunds where order_id = o.id
      union all
      select kind, case kind when 'PAYMENT' then 2 else 3 end, id, day, reference, o.purchase_order_number, -cents
      from credit where order_id = o.id
      union all
      select 'ALLOWANCE', 4, o.id, ${sellerDay(sql`o.paid_at`)}, null, o.purchase_order_number, -(${open})
      where o.status = 'PAID' and ${open} > 0
    ) m
    where o.company_id = ${companyId}
    order by day, rank, m.id`.execute(executor);
  return rows;
}

/** Returns a company's invoices that are unpaid as of today, earliest due date first. */
export async function openInvoices(executor: Executor, companyId: number) {
  const { rows } = await sql<{ number: string; orderId: number; dueOn: string; openCents: number }>`
    select o.invoice_number as number, o.id as "orderId", o.due_on as "dueOn", ${open} as "openCents"
    from orders o where o.company_id = ${companyId} and o.status = 'AWAITING_PAYMENT' and ${open} > 0
    order by o.due_on, o.id`.execute(executor);
  return rows;
}

/** Returns a company's name on its invoices, else its display name, with its VAT number and country. */
export async function companyNamed(executor: Executor, companyId: number) {
  return await executor
    .selectFrom("companies")
    .leftJoin("company_details as d", "d.company_id", "companies.id")
    .select([
      sql<string>`coalesce(d.company_name, companies.name)`.as("company"),
      "d.vat_number as vatNumber",
      sql<CountryCode | null>`d.country_code`.as("countryCode"),
    ])
    .where("companies.id", "=", companyId)
    .executeTakeFirst();
}
