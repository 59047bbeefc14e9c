import { sql } from "kysely";
import { inTransaction, type Db, type Tx } from "../api/src/core/db.ts";

const vintages = 2_000;
const buyers = 2_000;
const movementsOfAnOrder = 4;
const tonnes = 3;

/**
 * Fills a market with history: paid orders of one vintage each whose credits are being retired, four movements per
 * order, all through the ledger's own triggers. Returns the number of movements, including issues.
 */
export async function fillBooks(db: Db, movements: number): Promise<number> {
  await inTransaction(db, async (tx) => {
    await fillTrades(tx, Math.floor(movements / movementsOfAnOrder));
    await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, owner_id, company_id,
        order_id, retirement_id, reason)
      select vintage_id, m.kind, m.from_account, m.to_account, ${tonnes}::integer, user_id,
        case when m.step >= 3 then company_id end, case when m.step in (2, 3) then order_id end, case m.step when 4 then retirement_id end, 'bench'
      from history, (values (1, 'RESERVE', 'AVAILABLE', 'RESERVED'), (2, 'COMMIT', 'RESERVED', 'COMMITTED'),
        (3, 'DELIVER', 'COMMITTED', 'HELD'), (4, 'RETIRE_REQUEST', 'HELD', 'RETIRING')) as m (step, kind, from_account, to_account)
      order by n, m.step`.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) from credit_movements`.execute(db);
  return rows[0]!.count;
}

// There are others, such as those of the demonstration.
const benchProjects = sql`registry_id = (select id from registries where name = 'Bench registry')`;

/**
 * Inserts the same orders and retirements, with no ledger movements but the issues; the newest `waiting` retirements
 * are still pending.
 */
export async function fillTrades(
  tx: Tx,
  orders: number,
  pendingRetirements = orders,
): Promise<void> {
  await sql`with registry as (insert into registries (name) values ('Bench registry') returning id),
      developer as (insert into developers (name) values ('Bench developer') returning id),
      kind as (insert into project_types (name) values ('Bench type') returning id)
      insert into projects (name, registry_id, developer_id, project_type_id, countries, continent, sdgs)
      select 'Project ' || n, registry.id, developer.id, kind.id, '{KE}', 'Africa', '{13}'
      from registry, developer, kind, generate_series(1, ${vintages / 10}) n`.execute(tx);
  await sql`insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, price_cents)
      select p.id, 2010 + n, 'REMOVAL_SHORT', 'CONTRIBUTION', 'EX_POST', 'VM0033', 1000
      from projects p, generate_series(1, 10) n where p.${benchProjects}`.execute(tx);
  await sql`with opened as (insert into companies (name) select 'Bench ' || n from generate_series(1, ${buyers}) n returning id)
      insert into users (username, password_hash, first_name, last_name, role_id, company_id, verified_at)
      select 'bench-' || row_number() over () || '@company.example', 'none', 'Ben', 'Chmark', roles.id, opened.id, now()
      from roles, opened where roles.name = 'User'`.execute(tx);
  await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
      select v.id, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 1000000, 'bench' from vintages v join projects p on p.id = v.project_id
      where p.${benchProjects}`.execute(tx);
  const registry = sql`json_build_object('id', r.id, 'name', r.name)`;
  const kind = sql`json_build_object('id', t.id, 'name', t.name)`;
  await sql`create temporary table history on commit drop as
      with sold as (
        select v.id as vintage_id, v.project_id, p.registry_id, row_number() over (order by v.id) - 1 as place,
          json_build_object('project', json_build_object('id', p.id, 'name', p.name, 'registry', ${registry},
              'projectType', ${kind}, 'countries', p.countries, 'externalId', p.external_id),
            'vintage', json_build_object('id', v.id, 'year', v.year, 'methodology', v.methodology,
              'impactType', json_build_object('id', v.impact_type, 'name', v.impact_type),
              'claimType', json_build_object('id', v.claim_type, 'name', v.claim_type),
              'creditType', json_build_object('id', v.credit_type, 'name', v.credit_type), 'expectedDelivery', null)) as ordered,
          json_build_object('projectName', p.name, 'externalId', p.external_id, 'registry', ${registry},
            'projectType', ${kind}, 'countries', p.countries, 'year', v.year, 'methodology', v.methodology) as retired
        from vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
          join project_types t on t.id = p.project_type_id
        where p.${benchProjects}
      ), bought as (select id as user_id, company_id, username, row_number() over (order by id) - 1 as place from users
        where username like 'bench-%')
      select n, nextval(pg_get_serial_sequence('orders', 'id'))::integer as order_id,
        nextval(pg_get_serial_sequence('retirements', 'id'))::integer as retirement_id,
        now() - n * interval '1 minute' as at, vintage_id, project_id, registry_id, user_id, company_id, username, ordered, retired
      from generate_series(1, ${orders}::integer) n
        join sold on sold.place = (n::bigint * 7919) % ${vintages}::integer
        join bought on bought.place = (n::bigint * 104729) % ${buyers}::integer
      -- The oldest first, as they came.
      order by n desc`.execute(tx);
  await sql`insert into orders (id, user_id, company_id, status, company_name, vat_number, invoice_email, street, postal_code,
        province, city, country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category,
        payment_reference, invoice_number, due_on, paid_at, created_at, item_names, username)
      overriding system value
      select order_id, user_id, company_id, 'PAID', 'Bench AG', 'DE123456789', 'bench@company.example', 'Street 1', '20457',
        'Hamburg', 'Hamburg', 'DE', ${tonnes}::integer, 3000, 19, 570, 3570, 'S', 'BENCH' || order_id, 'BENCH' || order_id,
        (at + interval '14 days')::date, now(), at, ordered #>> '{project,name}', username
      from history`.execute(tx);
  await sql`insert into order_items (order_id, position, product_type, vintage_id, project_id, quantity, price_cents,
        total_cents, product)
      select order_id, 1, 'VINTAGE_CREDITS', vintage_id, project_id, ${tonnes}::integer, 1000, 3000, ordered from history`.execute(
    tx,
  );
  await sql`insert into retirements (id, user_id, company_id, vintage_id, project_id, registry_id, quantity, beneficiary_name, purpose,
        requested_at, product, username, status, serials, registry_url, retired_at, decided_at, certificate_number)
      select retirement_id, user_id, company_id, vintage_id, project_id, registry_id, ${tonnes}::integer, 'Bench AG', 'OWN_EMISSIONS',
        at, retired, username, case when n > ${pendingRetirements} then 'RETIRED' else 'RETIREMENT_IN_PROGRESS' end,
        case when n > ${pendingRetirements} then 'BENCH-' || n end, case when n > ${pendingRetirements} then 'https://registry.example/' || n end,
        case when n > ${pendingRetirements} then at end, case when n > ${pendingRetirements} then at end, case when n > ${pendingRetirements} then 'bench-' || n end
      from history`.execute(tx);
  await sql`insert into holdings (company_id, vintage_id, purchased, in_progress, retired, credit_type)
      select company_id, vintage_id, ${tonnes} * count(*), ${tonnes} * count(*) filter (where n <= ${pendingRetirements}),
        ${tonnes} * count(*) filter (where n > ${pendingRetirements}), 'EX_POST'
      from history group by company_id, vintage_id`.execute(tx);
  await sql`update users u set total_purchased_volume = h.tonnes
      from (select user_id, ${tonnes} * count(*) as tonnes from history group by user_id) h where h.user_id = u.id`.execute(
    tx,
  );
}
