import { sql } from "kysely";
import { inTransaction, type Db } from "../api/src/core/db.ts";
import { userById } from "../api/src/features/accounts/accounts.sql.ts";
import { openSession } from "../api/src/features/accounts/sessions.sql.ts";
import type { Tokens } from "../api/src/features/accounts/tokens.ts";
import { refreshListings } from "../api/src/features/catalogue/listings.service.ts";

/** The details with which every bench buyer orders. */
export const details = {
  companyName: "Brennvik Logistics GmbH",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE" as const,
  },
  invoiceEmail: "accounts@brennvik.example",
  vatNumber: "DE123456789",
};

/** The number of projects in the registries' files. */
const registryProjectCount = 10_975;

/**
 * Fills the demonstration catalogue up to `wanted` projects, by default as many as in the full registry data: copies of
 * its projects and vintages under new ids, all with prices, and with stock through the ledger.
 */
export async function fillCatalogue(
  db: Db,
  targetCount = registryProjectCount,
): Promise<{ projects: number; vintages: number }> {
  await inTransaction(db, async (tx) => {
    for (let round = 1; ; round++) {
      const { rows } = await sql<{ made: number }>`
        with originals as (
          select * from projects where external_id not like 'BENCH%' order by id
          limit greatest(0, ${targetCount} - (select count(*) from projects))
        ), copies as (
          insert into projects (external_id, name, description, registry_id, registry_url, registry_status, developer_id,
            auditor_id, project_type_id, methodology, countries, continent, sdgs, status, investment_available, demonstration)
          select 'BENCH' || ${round}::text || '-' || id, name || ' ' || ${round}::text, description, registry_id, registry_url,
            registry_status, developer_id, auditor_id, project_type_id, methodology, countries, continent, sdgs, status,
            investment_available, demonstration from originals returning id, external_id
        ), vintage_copies as (
          insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, price_cents)
          select c.id, v.year, v.impact_type, v.claim_type, v.credit_type, v.methodology, coalesce(v.price_cents, 1000)
          from copies c join vintages v on v.project_id = split_part(c.external_id, '-', 2)::integer
          returning id
        )
        select count(*)::integer as made from copies`.execute(tx);
      await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
        select v.id, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 100000, 'bench' from vintages v join projects p on p.id = v.project_id
        join vintage_stock s on s.vintage_id = v.id where p.external_id like 'BENCH%' and s.issued = 0`.execute(
        tx,
      );
      if (rows[0]!.made === 0) break;
    }
    await refreshListings(tx, null);
  });
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ projects: number; vintages: number }>`
    select (select count(*) from projects) as projects, (select count(*) from vintages) as vintages`.execute(
    db,
  );
  return rows[0]!;
}

/** Gives each demonstration project at least `each` vintages, before it is copied. */
export async function fillVintages(db: Db, minimum: number): Promise<void> {
  await sql`insert into vintages (project_id, year, impact_type, claim_type, credit_type, price_cents)
    select p.id, 2016 - n, 'REDUCTION', 'CONTRIBUTION', 'EX_POST', 1000 + p.id % 3000 from projects p,
      generate_series(1, ${minimum}::integer - (select count(*)::integer from vintages v where v.project_id = p.id)) n`.execute(
    db,
  );
}

export interface BenchBuyer {
  userId: number;
  companyId: number;
  authorization: string;
}

/** Creates logged-in buyers without a password: hashing is not part of the measurement. */
export async function makeBuyers(
  db: Db,
  tokens: Tokens,
  count: number,
  role = "User",
): Promise<BenchBuyer[]> {
  const { rows } = await sql<{ id: number }>`
    with opened as (insert into companies (name) select 'Bench ' || n from generate_series(1, ${count}) n returning id)
    insert into users (username, password_hash, first_name, last_name, role_id, company_id, verified_at)
    select 'bench-' || gen_random_uuid() || '@company.example', 'none', 'Ben', 'Chmark', roles.id, opened.id, now()
    from roles, opened where roles.name = ${role} returning id`.execute(db);
  const buyers = [];
  for (const { id } of rows) {
    const user = (await userById(db, id))!;
    const session = await openSession(db, id, 3600);
    const { username, firstName, lastName, permissions } = user;
    const sessionRole = { id: user.roleId, name: user.roleName };
    const sessionUser = {
      username,
      firstName,
      lastName,
      avatar: null,
      permissions,
      role: sessionRole,
    };
    buyers.push({
      userId: id,
      companyId: user.companyId,
      authorization: `Bearer ${tokens.sign(sessionUser, session).authToken}`,
    });
  }
  return buyers;
}

/** Vintages with plenty in stock, by id. */
export async function vintagesOnSale(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from vintages v join projects p on p.id = v.project_id join vintage_stock s on s.vintage_id = v.id
    where p.status = 'AVAILABLE' and not p.hidden and v.price_cents is not null and s.available >= 10000
    order by v.id limit ${count}`.execute(db);
  return rows.map((row) => row.id);
}
