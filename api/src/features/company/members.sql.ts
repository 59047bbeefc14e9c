import { sql } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";

/** Locks a company until the transaction ends: changes of its members are serialized. */
export function lockCompany(tx: Tx, companyId: number) {
  return tx
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks the current company of an account until the transaction ends, so that its members stay the same; inserts that only
 * reference it are not blocked.
 */
export async function lockCompanyOf(tx: Tx, userId: number): Promise<void> {
  await sql`select from companies where id = (select company_id from users where id = ${userId}) for no key update`.execute(
    tx,
  );
}

/** Locks several companies, always in the same order; inserts that only reference them are not blocked. */
export function lockCompanies(tx: Tx, companyIds: readonly number[]) {
  return tx
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", sql<number>`any(${companyIds}::integer[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Returns a company, even if it is blocked, merged or closed. It must exist. Takes no lock: see `lockCompany`. */
export function companyById(executor: Executor, companyId: number) {
  return executor
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
}

/** Returns the members, owners first, without erased accounts. */
export async function membersOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{
    userId: number;
    username: string;
    firstName: string;
    lastName: string;
    role: CompanyRole;
    blocked: boolean;
    admitted: boolean;
    since: Date;
    lastLoginAt: Date | null;
  }>`
    select id as "userId", username, first_name as "firstName", last_name as "lastName", company_role as role, blocked,
      role_id <> (select id from roles where name = ${roleNames.anonymous}) as admitted, company_since as since, last_login_at as "lastLoginAt"
    from users where company_id = ${companyId} and erased_at is null
    order by company_role = 'OWNER' desc, company_since, id`.execute(executor);
  return rows;
}
export type MemberRow = Awaited<ReturnType<typeof membersOf>>[number];

/**
 * Changes name or order settings, which locks the company and bumps its version; false if `version` is given but not
 * current, or the company was merged or closed.
 */
export async function updateCompany(
  tx: Tx,
  companyId: number,
  change: { name?: string | undefined; requirePurchaseOrderNumber?: boolean | undefined },
  version: number | undefined,
): Promise<boolean> {
  const { name, requirePurchaseOrderNumber: required } = change;
  let query = tx
    .updateTable("companies")
    .set({
      ...(name !== undefined && { name }),
      ...(required !== undefined && { require_purchase_order_number: required }),
      version: sql<number>`version + 1`,
    })
    .where("id", "=", companyId)
    .where("closed_at", "is", null);
  if (version !== undefined) query = query.where("version", "=", version);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts a company's orders, retirements and holdings. */
export async function recordCount(executor: Executor, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from orders where company_id = ${companyId})
      + (select count(*) from retirements where company_id = ${companyId})
      + (select count(*) from holdings where company_id = ${companyId}) as count`.execute(executor);
  return rows[0]!.count;
}

/** Returns the account of an address, with its company. */
export function accountAt(executor: Executor, username: string) {
  return executor
    .selectFrom("users")
    .select(["id", "company_id as companyId", "blocked"])
    .where("username", "=", username)
    .executeTakeFirst();
}
