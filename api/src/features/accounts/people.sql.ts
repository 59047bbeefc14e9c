import { sql, type SqlBool } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { Standing, userSorts } from "@tonneline/contract/people";
import { withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import {
  allInOrder,
  idsIfFew,
  isOneOf,
  pageInOrder,
  together,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { byIndex, quickerLook, type Look } from "../../core/search.ts";
import { hasSecondFactor } from "./accounts.sql.ts";

type SortField = (typeof userSorts)[number];

const order: ListOrder<SortField> = {
  columns: {
    id: "users.id",
    name: "users.name_key",
    username: "users.username",
    role: "places.place",
    registeredAt: "users.registered_at",
    lastLoginAt: "users.last_login_at",
    lastPurchaseAt: "users.last_purchase_at",
    totalPurchasedVolume: "users.total_purchased_volume",
    standing: "users.standing_place",
    partner: "users.partner_key",
  },
  mayBeEmpty: ["lastLoginAt", "lastPurchaseAt", "partner"],
  id: "users.id",
  usual: [{ field: "registeredAt", direction: "desc" }],
};

export interface UserFilter extends Wanted<SortField> {
  q?: string | undefined;
  standing?: Standing[] | undefined;
  roleId?: number | undefined;
  partnerId?: number | undefined;
  registeredFrom?: string | undefined;
  registeredTo?: string | undefined;
}

const wordsOf = ({ q }: UserFilter) => q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];

function matching(executor: Executor, filter: UserFilter, look: Look) {
  let query = executor.selectFrom("users");
  for (const word of wordsOf(filter)) query = query.where(look("users.words", word));
  if (filter.roleId) query = query.where("users.role_id", "=", filter.roleId);
  if (filter.partnerId) query = query.where("users.referal_partner_id", "=", filter.partnerId);
  const { registeredFrom, registeredTo } = filter;
  return query.where(withinDays(sql`users.registered_at`, registeredFrom, registeredTo));
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
      sql<Standing>`users.standing`.as("standing"),
      "users.blocked",
      "users.blocked_reason as blockedReason",
      sql<boolean>`users.erased_at is not null`.as("erased"),
      hasSecondFactor,
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

/** The ids, with what they are sorted by. */
function sortable(rows: ReturnType<typeof matching>, { standing, sort }: UserFilter) {
  let query = rows.select("users.id");
  if (standing) query = query.where(sql<SqlBool>`users.standing = any(${standing}::text[])`);
  if (sort.some(({ field }) => field === "role")) {
    // A role's place among the roles is quicker to sort by than its name.
    const places = sql<{ role_id: number; place: number }>`(
      select id as role_id, row_number() over (order by name)::integer as place from roles)`;
    query = query.innerJoin(places.as("places"), "places.role_id", "users.role_id") as typeof query;
  }
  return query;
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return people(executor).innerJoin(page, "page.id", "users.id").orderBy("page.place");
}

/** A page of accounts, how many the filter finds, and how many there are by standing whatever standing is asked for. */
export async function peoplePage(executor: Executor, filter: UserFilter) {
  const look = await quickerLook(
    executor,
    { table: "users", id: "id", column: "words" },
    wordsOf(filter),
  );
  const counts = await matching(executor, filter, look)
    .select((eb) => [
      sql<Standing>`users.standing`.as("standing"),
      eb.fn.countAll<number>().as("count"),
      idsIfFew(look, "users.id").as("ids"),
    ])
    .groupBy("users.standing")
    .execute();
  const { count, ids } = together(
    counts.filter(({ standing }) => !filter.standing || filter.standing.includes(standing)),
  );
  const found = ids
    ? executor.selectFrom("users").where(isOneOf("users.id", ids))
    : matching(executor, filter, look);
  const page = pageInOrder(executor, sortable(found, filter), order, filter, count);
  return { rows: await rowsOf(executor, page).execute(), counts, total: count };
}

/** Every account of a filter, as it comes. */
export function peopleStream(executor: Executor, filter: UserFilter) {
  const found = sortable(matching(executor, filter, byIndex), filter);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
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
export async function holdersOf(executor: Executor, roleId: number, limit: number) {
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
    .limit(limit)
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
