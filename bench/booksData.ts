import { sql } from "kysely";
import { inTransaction, type Db } from "../api/src/core/db.ts";

const vintages = 2_000;
const buyers = 2_000;
const movementsOfAnOrder = 4;
const tonnes = 3;

/**
 * A market with a history: paid orders of one vintage each whose credits are being retired, four movements an order, all
 * through the ledger's own triggers. Answers how many movements there are, issues included.
 */
export async function fillBooks(db: Db, movements: number): Promise<number> {
  const orders = Math.floor(movements / movementsOfAnOrder);
  await inTransaction(db, async (tx) => {
    await sql`with registry as (insert into registries (name) values ('Bench registry') returning id),
      developer as (insert into developers (name) values ('Bench developer') returning id),
      kind as (insert into project_types (name) values ('Bench type') returning id)
      insert into projects (name, registry_id, developer_id, project_type_id, countries, continent, sdgs)
      select 'Project ' || n, registry.id, developer.id, kind.id, '{KE}', 'Africa', '{13}'
      from registry, developer, kind, generate_series(1, ${vintages / 10}) n`.execute(tx);
    await sql`insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, price_cents)
      select p.id, 2010 + n, 'REMOVAL', 'CONTRIBUTION', 'EX_POST', 'VM0033', 1000
      from projects p, generate_series(1, 10) n`.execute(tx);
    await sql`insert into users (username, password_hash, first_name, last_name, role_id, verified_at)
      select 'bench-' || n || '@company.example', 'none', 'Ben', 'Chmark', roles.id, now()
      from roles, generate_series(1, ${buyers}) n where roles.name = 'User'`.execute(tx);
    await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
      select id, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 1000000, 'bench' from vintages`.execute(tx);
    await sql`create temporary table history on commit drop as
      with sold as (select id as vintage_id, project_id, row_number() over (order by id) - 1 as place from vintages),
        bought as (select id as user_id, row_number() over (order by id) - 1 as place from users)
      select n, nextval(pg_get_serial_sequence('orders', 'id'))::integer as order_id,
        nextval(pg_get_serial_sequence('retirements', 'id'))::integer as retirement_id, vintage_id, project_id, user_id
      from generate_series(1, ${orders}::integer) n
        join sold on sold.place = (n::bigint * 7919) % ${vintages}::integer
        join bought on bought.place = (n::bigint * 104729) % ${buyers}::integer`.execute(tx);
    await sql`insert into orders (id, user_id, status, company_name, vat_number, invoice_email, street, postal_code,
        province, city, country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category,
        payment_reference, invoice_number, paid_at)
      overriding system value
      select order_id, user_id, 'PAID', 'Bench AG', 'DE123456789', 'bench@company.example', 'Street 1', '20457',
        'Hamburg', 'Hamburg', 'DE', ${tonnes}::integer, 3000, 19, 570, 3570, 'S', 'BENCH' || order_id, 'BENCH' || order_id, now()
      from history`.execute(tx);
    await sql`insert into order_items (order_id, position, product_type, vintage_id, project_id, quantity, price_cents,
        total_cents, product)
      select order_id, 1, 'VINTAGE_CREDITS', vintage_id, project_id, ${tonnes}::integer, 1000, 3000, '{}' from history`.execute(
      tx,
    );
    await sql`insert into retirements (id, user_id, vintage_id, project_id, registry_id, quantity, beneficiary_name, purpose, product)
      select retirement_id, h.user_id, h.vintage_id, h.project_id, p.registry_id, ${tonnes}::integer, 'Bench AG', 'OWN_EMISSIONS', '{}'
      from history h join projects p on p.id = h.project_id`.execute(tx);
    await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, owner_id, order_id,
        retirement_id, reason)
      select vintage_id, m.kind, m.from_account, m.to_account, ${tonnes}::integer, user_id,
        case when m.step in (2, 3) then order_id end, case m.step when 4 then retirement_id end, 'bench'
      from history, (values (1, 'RESERVE', 'AVAILABLE', 'RESERVED'), (2, 'COMMIT', 'RESERVED', 'COMMITTED'),
        (3, 'DELIVER', 'COMMITTED', 'HELD'), (4, 'RETIRE_REQUEST', 'HELD', 'RETIRING')) as m (step, kind, from_account, to_account)
      order by n, m.step`.execute(tx);
    await sql`insert into holdings (user_id, vintage_id, purchased, in_progress, credit_type)
      select user_id, vintage_id, ${tonnes} * count(*), ${tonnes} * count(*), 'EX_POST' from history group by user_id, vintage_id`.execute(
      tx,
    );
    await sql`update users u set total_purchased_volume = h.tonnes
      from (select user_id, ${tonnes} * count(*) as tonnes from history group by user_id) h where h.user_id = u.id`.execute(
      tx,
    );
  });
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) from credit_movements`.execute(db);
  return rows[0]!.count;
}
