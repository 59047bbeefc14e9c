import { sql } from "kysely";
import { inTransaction, type Db, type Tx } from "../api/src/core/db.ts";
import { fillTrades } from "./booksData.ts";

/**
 * Fills every operator list with this many rows, most of them alike as in a real market: nearly all orders are paid,
 * nearly all mails sent.
 */
export async function fillLists(db: Db, rows: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await fillTrades(tx, rows);
    await fillSales(tx);
  });
  // On several connections, since one connection uses only one core.
  await Promise.all([
    inTransaction(db, (tx) => fillPeople(tx, rows)),
    inTransaction(db, (tx) => fillMessages(tx, rows)),
    fillCatalogue(db, rows),
    inTransaction(db, (tx) => fillLog(tx, rows)),
  ]);
  await sql`vacuum analyze`.execute(db);
}

/** Some sales are still pending or declined. */
async function fillSales(tx: Tx): Promise<void> {
  await sql`update orders set status = 'AWAITING_APPROVAL', invoice_number = null, paid_at = null where id % 20 = 0`.execute(
    tx,
  );
  await sql`update retirements set status = 'DECLINED', decline_reason = 'bench', decided_at = now() where id % 20 = 0`.execute(
    tx,
  );
}

async function fillPeople(tx: Tx, rows: number): Promise<void> {
  await sql`insert into partners (name, created_at)
    select 'Zebra ' || n || ' of the bench', now() - n * interval '1 minute' from generate_series(1, ${rows}::integer) n`.execute(
    tx,
  );
  await sql`with opened as (insert into companies (name) select 'Zebra ' || n from generate_series(1, ${rows}::integer) n returning id),
      numbered as (select id, row_number() over () as n from opened)
    insert into users (username, password_hash, first_name, last_name, role_id, company_id, verified_at, registered_at,
      referal_partner_id)
    select 'zebra-' || n || '@company.example', 'none', 'First ' || n % 977, 'Last ' || n % 7919, roles.id, numbered.id,
      case when n % 50 > 0 then now() end, now() - n * interval '1 minute', p.id
    from roles, numbered left join partners p on n % 10 = 0 and p.id = n / 10
    where roles.name = 'User'`.execute(tx);
  await sql`insert into company_details (company_id, company_name, vat_number, invoice_email, street, postal_code, province,
      city, country_code)
    select id, name || ' GmbH', 'DE' || 100000000 + id, 'invoices-' || id || '@company.example', 'Street 1', '10115', '',
      'Berlin', 'DE'
    from companies on conflict do nothing`.execute(tx);
  // The buyers with orders were referred by partners, too.
  await sql`update users set referal_partner_id = p.id
    from partners p where p.id = users.id % 100 + 1 and username like 'bench-%'`.execute(tx);
}

// Repeated to the usual length of a mail or a question.
const sentence = "This sentence stands for what the company writes to its buyers. ";

async function fillMessages(tx: Tx, rows: number): Promise<void> {
  await sql`insert into mails (permission, recipient, subject, text_body, html_body, status, sent_at, created_at)
    select 'orders:read', 'zebra-' || n || '@company.example', 'Order ' || n || ' is placed',
      'Text of a bench mail ' || n || '. ' || repeat(${sentence}::text, 10),
      '<p>Text</p>' || repeat('<p>' || ${sentence}::text || '</p>', 30), case when n % 50 > 0 then 'SENT' else 'FAILED' end,
      case when n % 50 > 0 then now() end, now() - n * interval '1 minute'
    from generate_series(1, ${rows}::integer) n`.execute(tx);
  await sql`insert into support_requests (email, first_name, last_name, topic, message, status, done_at, done_by, created_at)
    select 'zebra-' || n || '@company.example', 'First', 'Last ' || n % 7919, 'General Question',
      'A question of the bench ' || n || '. ' || repeat(${sentence}::text, 3), case when n % 20 > 0 then 'DONE' else 'OPEN' end,
      case when n % 20 > 0 then now() - n * interval '1 minute' end, case when n % 20 > 0 then u.id end,
      now() - n * interval '1 minute'
    from generate_series(1, ${rows}::integer) n, (select min(id) as id from users) u`.execute(tx);
  await sql`insert into support_messages (request_id, operator_id, text, created_at)
    select r.id, u.id, 'Answer ' || r.id || ' of the bench. ' || repeat(${sentence}::text, 3), r.created_at
    from support_requests r, (select min(id) as id from users) u`.execute(tx);
}

/**
 * Skips the hash chain, which the list does not show: each entry updates its head, and since a single transaction
 * cannot vacuum the head's old versions, every update scans all of them.
 */
async function fillLog(tx: Tx, rows: number): Promise<void> {
  await sql`alter table audit_entries disable trigger chain_audit_entry`.execute(tx);
  await sql`insert into audit_entries (actor, ip, action, thing_type, thing_id, thing_name, after)
    select 'admin@company.example', '127.0.0.1', 'order.approve', 'order', n, 'Order ' || n, '{"status": "bench"}'
    from generate_series(1, ${rows}::integer) n`.execute(tx);
  await sql`alter table audit_entries enable trigger chain_audit_entry`.execute(tx);
}

async function fillCatalogue(db: Db, rows: number): Promise<void> {
  for (const table of ["developers", "auditors", "registries"]) {
    await sql`insert into ${sql.table(table)} (name) select 'Zebra ' || n || ' of the bench'
      from generate_series(1, ${rows}::integer) n`.execute(db);
  }
  await sql`insert into projects (name, registry_id, developer_id, project_type_id, countries, continent, sdgs, external_id)
    select 'Zebra project ' || n, r.id, d.id, t.id, '{KE}', 'Africa', '{13}', 'BENCH' || n
    from generate_series(1, ${rows}::integer) n
      cross join (select min(id) as id from registries) r cross join (select min(id) as id from project_types) t
      join (select id, row_number() over (order by id) as place from developers) d on d.place = n % 1000 + 1`.execute(
    db,
  );
  await sql`insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, price_cents)
    select id, 2020, 'REMOVAL_SHORT', 'CONTRIBUTION', 'EX_POST', 'VM0033', 500 + id % 5000 from projects
    where external_id like 'BENCH%'`.execute(db);
  await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
    select v.id, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 100 + v.id % 1000, 'bench' from vintages v
      join projects p on p.id = v.project_id where p.external_id like 'BENCH%'`.execute(db);
  await sql`insert into reports (name, price_cents, pages, published_at, hidden)
    select 'Zebra report ' || n || ' of the bench', 10000 + n % 1000, n % 100 + 1, current_date - n % 1000, n % 20 = 0
    from generate_series(1, ${rows}::integer) n`.execute(db);
  await sql`insert into report_projects (report_id, project_id)
    select r.id, p.id from reports r join projects p on p.external_id = 'BENCH' || r.id`.execute(
    db,
  );
  await sql`insert into catalogue_imports (status, failure, created_by, words, created_at)
    select 'FAILED', 'bench', u.id, u.username || E'\\nbench ' || n || '.csv', now() - n * interval '1 minute'
    from generate_series(1, ${rows}::integer) n, (select id, username from users order by id limit 1) u`.execute(
    db,
  );
  // Beforehand, since the plan of the refresh depends on the row counts.
  await sql`analyze`.execute(db);
  await sql`select refresh_managed_listings(null)`.execute(db);
}
