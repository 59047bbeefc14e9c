import { sql, type SqlBool } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { Standing, userSorts } from "@tonneline/contract/people";
import type { Executor, Tx } from "../../core/db.ts";

const standing = sql<Standing>`case
  when users.blocked then 'BLOCKED'
  when users.verified_at is null then 'UNVERIFIED'
  when roles.name = ${sql.lit(roleNames.anonymous)} then 'TO_ADMIT'
  else 'ADMITTED' end`;

const sortColumns = {
  id: [sql`users.id`],
  name: [sql`lower(users.last_name)`, sql`lower(users.first_name)`],
  username: [sql`users.username`],
  role: [sql`roles.name`],
  registeredAt: [sql`users.registered_at`],
  lastLoginAt: [sql`users.last_login_at`],
  lastPurchaseAt: [sql`users.last_purchase_at`],
  totalPurchasedVolume: [sql`users.total_purchased_volume`],
} as const satisfies Record<(typeof userSorts)[number], readonly unknown[]>;

export interface UserFilter {
  q?: string | undefined;
  standing?: Standing[] | undefined;
  roleId?: number | undefined;
  partnerId?: number | undefined;
  registeredFrom?: string | undefined;
  registeredTo?: string | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
}

function matching(executor: Executor, filter: UserFilter) {
  let query = executor.selectFrom("users").innerJoin("roles", "roles.id", "users.role_id");
  for (const word of filter.q?.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
    query = query.where(sql<SqlBool>`user_words(users) like ${pattern}`);
  }
  if (filter.roleId) query = query.where("users.role_id", "=", filter.roleId);
  if (filter.partnerId) query = query.where("users.referal_partner_id", "=", filter.partnerId);
  if (filter.registeredFrom) {
    query = query.where(
      sql<SqlBool>`users.registered_at >= ${filter.registeredFrom}::date at time zone 'UTC'`,
    );
  }
  if (filter.registeredTo) {
    query = query.where(
      sql<SqlBool>`users.registered_at < (${filter.registeredTo}::date + 1) at time zone 'UTC'`,
    );
  }
  return query;
}

function rowsOf(query: ReturnType<typeof matching>) {
  return query
    .leftJoin("partners", "partners.id", "users.referal_partner_id")
    .leftJoin("files", "files.id", "users.avatar_file_id")
    .select([
      "users.id",
      "users.username",
      "users.first_name as firstName",
      "users.last_name as lastName",
      "users.phone",
      "files.storage_key as avatarStorageKey",
      "roles.id as roleId",
      "roles.name as roleName",
      "roles.permissions",
      standing.as("standing"),
      "users.blocked",
      "users.blocked_reason as blockedReason",
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

function sorted(executor: Executor, filter: UserFilter) {
  let query = rowsOf(matching(executor, filter));
  if (filter.standing)
    query = query.where(sql<SqlBool>`${standing} = any(${filter.standing}::text[])`);
  for (const { field, direction } of filter.sort) {
    for (const column of sortColumns[field]) {
      query = query.orderBy(column, (order) =>
        direction === "asc" ? order.asc().nullsLast() : order.desc().nullsLast(),
      );
    }
  }
  if (filter.sort.length === 0) query = query.orderBy("users.registered_at", "desc");
  return query.orderBy("users.id", "desc");
}

/** A page of accounts, and how many there are by standing whatever standing is asked for. */
export async function peoplePage(
  executor: Executor,
  filter: UserFilter & { page: number; size: number },
) {
  const [rows, counts] = await Promise.all([
    sorted(executor, filter)
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    matching(executor, filter)
      .select([standing.as("standing"), sql<number>`count(*)`.as("count")])
      .groupBy(standing)
      .execute(),
  ]);
  return { rows, counts };
}

/** Every account of a filter, as it comes. */
export function peopleStream(executor: Executor, filter: UserFilter) {
  return sorted(executor, filter).stream(500);
}

export function person(executor: Executor, userId: number) {
  return rowsOf(executor.selectFrom("users").innerJoin("roles", "roles.id", "users.role_id"))
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

/** Locks everybody who may do everything and can log in, in id order: two who demote each other wait here. */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.id")
    .where("roles.name", "=", roleNames.admin)
    .where("users.blocked", "=", false)
    .orderBy("users.id")
    .forUpdate("users")
    .execute();
  return rows.map(({ id }) => id);
}

export function lockRole(tx: Tx, roleId: number) {
  return tx.selectFrom("roles").selectAll().where("id", "=", roleId).forUpdate().executeTakeFirst();
}

export function roleRows(executor: Executor) {
  return executor
    .selectFrom("roles")
    .selectAll("roles")
    .select(sql<number>`(select count(*) from users where users.role_id = roles.id)`.as("users"))
    .orderBy("roles.id")
    .execute();
}

/** Undefined when a role has this name, whatever its case. */
export function insertRole(tx: Tx, role: { name: string; permissions: string[] }) {
  return tx
    .insertInto("roles")
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
}

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

export async function removeRole(tx: Tx, roleId: number): Promise<void> {
  await tx.deleteFrom("roles").where("id", "=", roleId).execute();
}

/** Some of those who have a role, and how many there are. */
export async function holdersOf(executor: Executor, roleId: number) {
  return await executor
    .selectFrom("users")
    .select(["id", "username as name", sql<number>`count(*) over ()`.as("count")])
    .where("role_id", "=", roleId)
    .orderBy("id")
    .limit(20)
    .execute();
}

export async function updatePerson(
  tx: Tx,
  userId: number,
  change: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    phone?: string | null | undefined;
    roleId?: number | undefined;
    referalPartnerId?: number | null | undefined;
  },
): Promise<void> {
  const { firstName, lastName, phone, roleId, referalPartnerId } = change;
  await tx
    .updateTable("users")
    .set({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(phone !== undefined && { phone }),
      ...(roleId !== undefined && { role_id: roleId }),
      ...(referalPartnerId !== undefined && { referal_partner_id: referalPartnerId }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", userId)
    .execute();
}
