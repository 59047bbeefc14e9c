import { sql } from "kysely";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";

/** A company, locked until the transaction ends: changes of its members come one after the other. */
export function lockCompany(tx: Tx, companyId: number) {
  return tx
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks the company that an account is in as this begins, until the transaction ends: its members stay as they are; what
 * only refers to it goes on.
 */
export async function holdCompanyOf(tx: Tx, userId: number): Promise<void> {
  await sql`select from companies where id = (select company_id from users where id = ${userId}) for no key update`.execute(
    tx,
  );
}

/** Several, in the one order in which companies are locked. What only refers to them goes on. */
export function lockCompanies(tx: Tx, companyIds: readonly number[]) {
  return tx
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", sql<number>`any(${companyIds}::integer[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Blocked, merged and closed ones too. There must be such a company. Locks nothing: see `lockCompany`. */
export function companyById(executor: Executor, companyId: number) {
  return executor
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
}

/** Its people, owners first, without accounts that were erased. */
export async function membersOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{
    userId: number;
    username: string;
    firstName: string;
    lastName: string;
    role: CompanyRole;
    blocked: boolean;
    since: Date;
    lastLoginAt: Date | null;
  }>`
    select id as "userId", username, first_name as "firstName", last_name as "lastName", company_role as role, blocked,
      company_since as since, last_login_at as "lastLoginAt"
    from users where company_id = ${companyId} and erased_at is null
    order by company_role = 'OWNER' desc, company_since, id`.execute(executor);
  return rows;
}
export type MemberRow = Awaited<ReturnType<typeof membersOf>>[number];

/**
 * Changes name or rule, which locks the company and raises its version; false when `version` is given and another by now, and
 * once the company was merged or closed.
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

/** How many orders, retirements and holdings a company has. */
export async function recordCount(executor: Executor, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from orders where company_id = ${companyId})
      + (select count(*) from retirements where company_id = ${companyId})
      + (select count(*) from holdings where company_id = ${companyId}) as count`.execute(executor);
  return rows[0]!.count;
}

/** The account of an address, with its company. */
export function accountAt(executor: Executor, username: string) {
  return executor
    .selectFrom("users")
    .select(["id", "company_id as companyId", "blocked"])
    .where("username", "=", username)
    .executeTakeFirst();
}
