import { sql } from "kysely";
import { inTransaction, type Db } from "../api/src/core/db.ts";

/**
 * Gives a buyer `count` paid orders of one tonne each, spread over three years and all vintages in stock, with every
 * ledger movement that an order makes; a tenth of them is retired.
 */
export async function fillPurchases(db: Db, userId: number, count: number): Promise<void> {
  const companyOf = sql`(select company_id from users where id = ${userId}::integer)`;
  await inTransaction(db, async (tx) => {
    await sql`create temporary table bench_purchases on commit drop as
      with stock as (
        select v.id as vintage_id, v.project_id, v.credit_type, row_number() over (order by v.id) - 1 as place,
          count(*) over () as vintages
        from vintages v join vintage_stock s on s.vintage_id = v.id where s.available >= 100
      )
      select n, nextval(pg_get_serial_sequence('orders', 'id'))::integer as order_id, s.vintage_id, s.project_id,
        s.credit_type, now() - n * interval '3 years' / ${count}::integer as at
      from generate_series(1, ${count}::integer) n
        join stock s on s.place = n % s.vintages`.execute(tx);
    await sql`insert into orders (id, user_id, company_id, status, company_name, vat_number, invoice_email, street, postal_code,
        province, city, country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category,
        payment_reference, invoice_number, due_on, paid_at, created_at, item_names, username)
      overriding system value
      select order_id, ${userId}::integer, ${companyOf}, 'PAID', 'Bench AG', 'DE123456789', 'bench@company.example', 'Street 1', '20457',
        'Hamburg', 'Hamburg', 'DE', 1, 1000, 19, 190, 1190, 'S', 'BENCH' || order_id, 'BENCH' || order_id, at::date + 14, at, at,
        '', (select username from users where id = ${userId}::integer)
      from bench_purchases`.execute(tx);
    await sql`insert into order_items (order_id, position, product_type, vintage_id, project_id, quantity, price_cents,
        total_cents, product)
      select order_id, 1, 'VINTAGE_CREDITS', vintage_id, project_id, 1, 1000, 1000, '{}' from bench_purchases`.execute(
      tx,
    );
    await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, owner_id,
        company_id, order_id, reason, occurred_at)
      select b.vintage_id, m.kind, m.from_account, m.to_account, 1, ${userId}::integer,
        case when m.step >= 3 then ${companyOf} end, b.order_id, 'bench', b.at
      from bench_purchases b, (values (1, 'RESERVE', 'AVAILABLE', 'RESERVED'), (2, 'COMMIT', 'RESERVED', 'COMMITTED'),
        (3, 'DELIVER', 'COMMITTED', 'HELD'), (4, 'RETIRE_REQUEST', 'HELD', 'RETIRING'),
        (5, 'RETIRE', 'RETIRING', 'RETIRED')) as m (step, kind, from_account, to_account)
      where m.step <= 3 or b.n % 10 = 0 order by m.step, b.n`.execute(tx);
    await sql`insert into holdings (company_id, vintage_id, purchased, retired, credit_type)
      select ${companyOf}, vintage_id, count(*), count(*) filter (where n % 10 = 0), min(credit_type)
      from bench_purchases group by vintage_id`.execute(tx);
  });
  await sql`vacuum analyze orders, order_items, credit_movements, holdings`.execute(db);
}
