import { sql } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import { listUsers, type Standing } from "@tonneline/contract/people";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords, isAmong, searchTerms } from "../../core/search.ts";
import { namedUses } from "../../core/uses.ts";

const standing = sql<Standing>`case when users.blocked then 'BLOCKED' when users.verified_at is null then 'UNVERIFIED'
  when users.role_id = (select id from roles where name = ${sql.lit(roleNames.anonymous)}) then 'TO_ADMIT'
  else 'ADMITTED' end`;

function people(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .innerJoin("companies", "companies.id", "users.company_id")
    .leftJoin("partners", "partners.id", "users.referal_partner_id")
    .leftJoin("files", "files.id", "users.avatar_file_id")
    .select([
      "users.id",
      "users.username",
      "users.first_name as firstName",
      "users.last_name as lastName",
      "users.phone",
      "users.company_id as companyId",
      "companies.name as companyName",
      "files.storage_key as avatarStorageKey",
      "roles.id as roleId",
      "roles.name as roleName",
      "roles.permissions",
      standing.as("standing"),
      "users.blocked",
      "users.blocked_reason as blockedReason",
      sql<boolean>`users.erased_at is not null`.as("erased"),
      sql<boolean>`exists (select from factor_holders f where f.user_id = users.id)`.as(
        "hasSecondFactor",
      ),
      "users.registered_at as registeredAt",
      "users.last_login_at as lastLoginAt",
      "users.last_purchase_at as lastPurchaseAt",
      "users.total_purchased_volume as totalPurchasedVolume",
      "users.referal_partner_id as partnerId",
      "partners.name as partnerName",
      "users.referal_external_id as referalExternalId",
      "users.version",
    ]);
}
export type PersonRow = NonNullable<Awaited<ReturnType<typeof person>>>;

// Sorting by a role's rank is faster than by its name.
const places = sql`join (select id as role_id, row_number() over (order by name)::integer as place from roles) places
  on places.role_id = users.role_id`;

/** Whether an account, its company's name, or the company's name on invoices contains this word. */
async function isNamed(executor: Executor, word: string) {
  const legalName = sql`split_part(words, E'\\n', 1)`;
  const [ofCompany, ofInvoices] = await Promise.all([
    isAmong(
      executor,
      "users.company_id",
      sql`select id from companies where ${hasWords("words", word)}`,
    ),
    isAmong(
      executor,
      "users.company_id",
      sql`select company_id as id from company_details where ${hasWords(legalName, word)}`,
    ),
  ]);
  return sql`(${hasWords("users.words", word)} or ${ofCompany} or ${ofInvoices})`;
}

/** Lists all accounts. */
export const listedPeople = list(listUsers, {
  from: sql`users`,
  id: "users.id",
  columns: {
    id: "users.id",
    // The tab after the last name sorts before any letter.
    name: byName(sql`users.last_name || E'\\t' || users.first_name`),
    username: "users.username",
    role: { by: "places.place", join: places },
    registeredAt: "users.registered_at",
    lastLoginAt: { by: "users.last_login_at", mayBeEmpty: true },
    lastPurchaseAt: { by: "users.last_purchase_at", mayBeEmpty: true },
    totalPurchasedVolume: "users.total_purchased_volume",
    // In the order in which an account passes through them.
    standing: sql`array_position(array['UNVERIFIED', 'TO_ADMIT', 'ADMITTED', 'BLOCKED'], ${standing})`,
    company: {
      by: byName("companies.name"),
      join: sql`join companies on companies.id = users.company_id`,
    },
    partner: {
      by: byName("partners.name"),
      join: sql`left join partners on partners.id = users.referal_partner_id`,
      mayBeEmpty: true,
    },
  },
  defaultOrder: { field: "registeredAt", direction: "desc" },
  words: (q, _query, executor) =>
    Promise.all(searchTerms(q).map((word) => isNamed(executor, word))),
  where: ({ companyId, roleId, partnerId }) => [
    companyId && sql`users.company_id = ${companyId}`,
    roleId && sql`users.role_id = ${roleId}`,
    partnerId && sql`users.referal_partner_id = ${partnerId}`,
  ],
  tabs: { by: standing },
  rows: (executor, page) =>
    people(executor).innerJoin(page, "page.id", "users.id").orderBy("page.position"),
});

/** Returns an account like the list's rows, even if blocked or erased; undefined if there is none. */
export function person(executor: Executor, userId: number) {
  return people(executor).where("users.id", "=", userId).executeTakeFirst();
}

/**
 * Locks all Admins who can log in, by id: two who demote each other are serialized here. Inserts that reference them are
 * not blocked.
 */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.id")
    .where("roles.name", "=", roleNames.admin)
    .where("users.blocked", "=", false)
    .orderBy("users.id")
    .forNoKeyUpdate("users")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks a role until the transaction ends: its permissions stay the same, and no account can get it. Undefined if there is
 * none.
 */
export function lockRole(tx: Tx, roleId: number) {
  return tx.selectFrom("roles").selectAll().where("id", "=", roleId).forUpdate().executeTakeFirst();
}

/** Returns all roles in the order of their creation, with the number of their accounts, including blocked and erased ones. */
export function roleRows(executor: Executor) {
  return executor
    .selectFrom("roles")
    .selectAll("roles")
    .select(sql<number>`(select count(*) from users where users.role_id = roles.id)`.as("users"))
    .orderBy("roles.id")
    .execute();
}

/** Inserts a role; undefined if its name is taken, ignoring case. */
export function insertRole(tx: Tx, role: { name: string; permissions: string[] }) {
  return tx
    .insertInto("roles")
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

/**
 * Replaces name and permissions and bumps the version. A name that is taken, ignoring case, violates the unique index: wrap
 * it in `guardName`. The caller must have locked the role by `lockRole`.
 */
export async function updateRole(
  tx: Tx,
  roleId: number,
  role: { name: string; permissions: string[] },
): Promise<void> {
  await tx
    .updateTable("roles")
    .set({ ...role, version: sql<number>`version + 1` })
    .where("id", "=", roleId)
    .execute();
}

/** Deletes a role; violates a foreign key while any account has it: see `holdersOf`. */
export async function removeRole(tx: Tx, roleId: number): Promise<void> {
  await tx.deleteFrom("roles").where("id", "=", roleId).execute();
}

/** Returns some of the accounts with a role, and their total number. */
export async function holdersOf(executor: Executor, roleId: number) {
  return await executor
    .selectFrom("users")
    .select([
      sql<"user">`'user'`.as("type"),
      "id",
      "username as name",
      sql<number>`count(*) over ()`.as("count"),
    ])
    .where("role_id", "=", roleId)
    .orderBy("id")
    .limit(namedUses)
    .execute();
}
