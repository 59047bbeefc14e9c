import { sql, type SqlBool } from "kysely";
import { roleNames } from "@tonneline/contract/accounts";
import type { Standing, userSorts } from "@tonneline/contract/people";
import { withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { allInOrder, pageInOrder, totalOf, type ListOrder, type Wanted } from "../../core/lists.ts";
import { hasWords, wordsOf } from "../../core/search.ts";

type SortField = (typeof userSorts)[number];

const standing = sql<Standing>`case when users.blocked then 'BLOCKED' when users.verified_at is null then 'UNVERIFIED'
  when users.role_id = (select id from roles where name = ${sql.lit(roleNames.anonymous)}) then 'TO_ADMIT'
  else 'ADMITTED' end`;

const order: ListOrder<SortField> = {
  columns: {
    id: "users.id",
    // The last name's end comes before any letter.
    name: sql`lower(users.last_name) || E'\\t' || lower(users.first_name)`,
    username: "users.username",
    role: "places.place",
    registeredAt: "users.registered_at",
    lastLoginAt: "users.last_login_at",
    lastPurchaseAt: "users.last_purchase_at",
    totalPurchasedVolume: "users.total_purchased_volume",
    // In the order in which an account passes through them.
    standing: sql`array_position(array['UNVERIFIED', 'TO_ADMIT', 'ADMITTED', 'BLOCKED'], ${standing})`,
    partner: sql`lower(partners.name)`,
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

function matching(executor: Executor, filter: UserFilter) {
  let query = executor.selectFrom("users");
  for (const word of wordsOf(filter.q)) query = query.where(hasWords("users.words", word));
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

/** The ids, with what they are sorted by. */
function sortable(rows: ReturnType<typeof matching>, filter: UserFilter) {
  let query = rows.select("users.id");
  if (filter.standing) {
    query = query.where(sql<SqlBool>`${standing} = any(${filter.standing}::text[])`);
  }
  const sorts = (name: SortField) => filter.sort.some(({ field }) => field === name);
  if (sorts("role")) {
    // A role's place among the roles is quicker to sort by than its name.
    const places = sql<{ role_id: number; place: number }>`(
      select id as role_id, row_number() over (order by name)::integer as place from roles)`;
    query = query.innerJoin(places.as("places"), "places.role_id", "users.role_id") as typeof query;
  }
  if (sorts("partner")) {
    query = query.leftJoin(
      "partners",
      "partners.id",
      "users.referal_partner_id",
    ) as unknown as typeof query;
  }
  return query;
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return people(executor).innerJoin(page, "page.id", "users.id").orderBy("page.place");
}

/** A page of accounts, how many the filter finds, and how many there are by standing whatever standing is asked for. */
export async function peoplePage(executor: Executor, filter: UserFilter) {
  const found = sortable(matching(executor, filter), filter);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, pageInOrder(executor, found, order, filter)).execute(),
    matching(executor, filter)
      .select((eb) => [standing.as("standing"), eb.fn.countAll<number>().as("count")])
      .groupBy("standing")
      .execute(),
  ]);
  const wanted = counts.filter(
    (each) => !filter.standing || filter.standing.includes(each.standing),
  );
  return { rows, counts, total: totalOf(wanted) };
}

/** Every account of a filter, as it comes. */
export function peopleStream(executor: Executor, filter: UserFilter) {
  const found = sortable(matching(executor, filter), filter);
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
