import { sql, type SqlBool } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { Standing, userSorts } from "@tonneline/contract/people";
import { placed, patternOf, type Executor, type Tx } from "../../core/db.ts";

const standing = sql<Standing>`case
  when users.blocked then 'BLOCKED'
  when users.verified_at is null then 'UNVERIFIED'
  when roles.name = ${sql.lit(roleNames.anonymous)} then 'TO_ADMIT'
  else 'ADMITTED' end`;

const sortColumns = {
  id: sql`users.id`,
  name: sql`users.name_key`,
  username: sql`users.username`,
  role: sql`places.place`,
  registeredAt: sql`users.registered_at`,
  lastLoginAt: sql`users.last_login_at`,
  lastPurchaseAt: sql`users.last_purchase_at`,
  totalPurchasedVolume: sql`users.total_purchased_volume`,
} as const satisfies Record<(typeof userSorts)[number], unknown>;

// Only these may be empty; for the others an index gives the order.
const mayBeEmpty: ReadonlySet<string> = new Set(["lastLoginAt", "lastPurchaseAt"]);

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
  let query = executor.selectFrom("users");
  for (const word of filter.q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    query = query.where("users.words", "like", patternOf(word));
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

function people(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
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

/** The ids in their order; what a row shows is read afterwards, for the rows of the page alone. */
function sortedIds(executor: Executor, filter: UserFilter) {
  let query = matching(executor, filter).select("users.id");
  if (filter.standing) {
    query = query
      .innerJoin("roles", "roles.id", "users.role_id")
      .where(sql<SqlBool>`${standing} = any(${filter.standing}::text[])`) as typeof query;
  }
  if (filter.sort.some(({ field }) => field === "role")) {
    // A role's place among the roles is quicker to sort by than its name.
    const places = sql<{ role_id: number; place: number }>`(
      select id as role_id, row_number() over (order by name)::integer as place from roles)`;
    query = query.innerJoin(places.as("places"), "places.role_id", "users.role_id") as typeof query;
  }
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      return mayBeEmpty.has(field) ? directed.nullsLast() : directed;
    });
  }
  if (filter.sort.length === 0) query = query.orderBy("users.registered_at", "desc");
  return query.orderBy("users.id", filter.sort.at(-1)?.direction ?? "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return people(executor).innerJoin(page, "page.id", "users.id").orderBy("page.place");
}

/** How many there are by standing: counted by what it depends on, so that only a few groups meet their roles. */
function standings(executor: Executor, filter: UserFilter) {
  const groups = matching(executor, filter)
    .select([
      "users.role_id",
      "users.blocked",
      sql<Date | null>`min(users.verified_at)`.as("verified_at"),
      sql<number>`count(*)`.as("count"),
    ])
    .groupBy(["users.role_id", "users.blocked", sql`users.verified_at is null`]);
  return executor
    .selectFrom(groups.as("users"))
    .innerJoin("roles", "roles.id", "users.role_id")
    .select([standing.as("standing"), sql<number>`sum(users.count)::bigint`.as("count")])
    .groupBy(standing);
}

/** A page of accounts, and how many there are by standing whatever standing is asked for. */
export async function peoplePage(
  executor: Executor,
  filter: UserFilter & { page: number; size: number },
) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, ids).execute(),
    standings(executor, filter).execute(),
  ]);
  return { rows, counts };
}

/** Every account of a filter, as it comes. */
export function peopleStream(executor: Executor, filter: UserFilter) {
  return rowsOf(executor, sortedIds(executor, filter)).stream(500);
}

export function person(executor: Executor, userId: number) {
  return people(executor).where("users.id", "=", userId).executeTakeFirst();
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
