import { roleNames } from "@tonneline/contract/accounts";
import type { Permission } from "@tonneline/contract/endpoint";
import { sql } from "kysely";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";

const touched = { version: sql<number>`users.version + 1`, updated_at: sql<Date>`now()` };

/** Whether an account needs more than a password to log in. */
const hasSecondFactor =
  sql<boolean>`exists (select from factor_holders f where f.user_id = users.id)`.as(
    "hasSecondFactor",
  );

const userColumns = [
  "users.id",
  "users.username",
  "users.first_name as firstName",
  "users.last_name as lastName",
  "users.phone",
  "users.avatar_file_id as avatarFileId",
  "files.storage_key as avatarStorageKey",
  "users.blocked",
  "users.demonstration",
  "users.verified_at as verifiedAt",
  "users.erased_at as erasedAt",
  "users.password_hash as passwordHash",
  "roles.id as roleId",
  "roles.name as roleName",
  "roles.permissions",
  "users.company_id as companyId",
  "users.company_role as companyRole",
  "companies.blocked as companyBlocked",
  hasSecondFactor,
] as const;

/** Selects accounts with their role and photo. */
export function users(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .innerJoin("companies", "companies.id", "users.company_id")
    .leftJoin("files", "files.id", "users.avatar_file_id")
    .select(userColumns);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof userByUsername>>>;

/** Finds an account, even if it is blocked; undefined if there is none. `username` must be in lower case, as stored. */
export function userByUsername(executor: Executor, username: string) {
  return users(executor).where("users.username", "=", username).executeTakeFirst();
}

/** Finds an account, even if it is blocked or erased; undefined if there is none. Takes no lock: see `lockUser`. */
export function userById(executor: Executor, userId: number) {
  return users(executor).where("users.id", "=", userId).executeTakeFirst();
}

/**
 * Returns the recipients of notifications about a purchase: the buyer, as long as they belong to the company in one of
 * these roles, otherwise its owners; accounts that are blocked or not admitted are left out. After a merge the company is the
 * one merged into.
 */
export async function buyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
  roles: readonly CompanyRole[],
): Promise<{ userId: number; username: string }[]> {
  const { rows } = await sql<{ userId: number; username: string; isBuyer: boolean }>`
    select u.id as "userId", u.username, u.id = ${bought.user_id} as "isBuyer"
    from users u join companies c on c.id = ${bought.company_id} and u.company_id = coalesce(c.merged_into_id, c.id)
      join roles r on r.id = u.role_id
    where not u.blocked and r.name <> ${roleNames.anonymous} and (u.id = ${bought.user_id} and u.company_role = any(${roles}::text[])
      or u.company_role = 'OWNER')
    order by u.id`.execute(executor);
  const buyer = rows.filter(({ isBuyer }) => isBuyer);
  return (buyer.length > 0 ? buyer : rows).map(({ userId, username }) => ({ userId, username }));
}

/** Returns the usernames of all operators with a permission who are not blocked, to send mails to. */
export async function operatorsWith(executor: Executor, permission: Permission): Promise<string[]> {
  const rows = await executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("users.blocked", "=", false)
    .where((eb) => eb("roles.permissions", "@>", eb.val([permission])))
    .orderBy("users.id")
    .execute();
  return rows.map(({ username }) => username);
}

/**
 * Records the time of a login, by the database's clock, without a new version of the account. Returns false if the password
 * has changed since it was read, or the account was erased. Locks the account: a password change, which ends sessions,
 * waits for it.
 */
export async function recordLogin(
  tx: Tx,
  { id, passwordHash }: Pick<UserRow, "id" | "passwordHash">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ last_login_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface NewUser {
  username: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  roleName: string;
  /** An existing company to join, or the name of a new one of its own. */
  company: { id: number; role: CompanyRole } | { name: string };
  verified: boolean;
  demonstration: boolean;
  referalPartnerId: number | null;
  referalExternalId: string | null;
}

/** Inserts an account; undefined if the username is taken. An unknown partner is left out. */
export async function insertUser(
  executor: Executor,
  user: NewUser,
): Promise<{ id: number } | undefined> {
  const joined = "id" in user.company ? user.company : undefined;
  const opened = "name" in user.company ? user.company.name : undefined;
  const { rows } = await sql<{ id: number }>`
    with opened as (
      insert into companies (name) select name from (values (${opened ?? null}::text)) given (name)
      where name is not null and not exists (select from users where username = ${user.username}::text)
      returning id
    ), company as (
      select id from opened union all select id from companies where id = ${joined?.id ?? null}::integer
    )
    insert into users (username, password_hash, first_name, last_name, phone, role_id, company_id, company_role,
                       verified_at, demonstration, referal_partner_id, referal_external_id)
    select ${user.username}::text, ${user.passwordHash}::text, ${user.firstName}::text, ${user.lastName}::text,
           ${user.phone}::text, roles.id, company.id, ${joined?.role ?? "OWNER"}::text, case when ${user.verified}::boolean then now() end,
           ${user.demonstration}::boolean,
           (select id from partners where id = ${user.referalPartnerId}::integer for key share), ${user.referalExternalId}::text
      from roles, company where roles.name = ${user.roleName}::text
    on conflict (username) do nothing
    returning id`.execute(executor);
  return rows[0];
}

/** Locks an account against concurrent changes of its password, role or state. */
export async function lockUser(tx: Tx, userId: number) {
  // Locked separately first: a joined select that waits for a concurrent role change would then find no matching role.
  await sql`select from users where id = ${userId} for update`.execute(tx);
  return await userById(tx, userId);
}

/** Like `lockUser`, for changes by the owner: also undefined if the account was erased meanwhile. */
export async function lockOwn(tx: Tx, userId: number) {
  const user = await lockUser(tx, userId);
  return user?.erasedAt === null ? user : undefined;
}

/** Sets the password and bumps the version. The caller has to end sessions and links, and notify the owner. */
export async function setPasswordHash(tx: Tx, userId: number, passwordHash: string) {
  await tx
    .updateTable("users")
    .set({ password_hash: passwordHash, ...touched })
    .where("id", "=", userId)
    .execute();
}

/** Marks the address as verified; keeps the time of an earlier verification. */
export async function markVerified(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable("users")
    .set({ verified_at: sql<Date>`coalesce(verified_at, now())` })
    .where("id", "=", userId)
    .execute();
}

export interface UserChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | null | undefined;
  roleId?: number | undefined;
  referalPartnerId?: number | null | undefined;
}

/** Updates an account; omitted fields stay unchanged. */
export async function updateUser(
  executor: Executor,
  userId: number,
  change: UserChange,
): Promise<void> {
  const { firstName, lastName, phone, roleId, referalPartnerId } = change;
  await executor
    .updateTable("users")
    .set({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(phone !== undefined && { phone }),
      ...(roleId !== undefined && { role_id: roleId }),
      ...(referalPartnerId !== undefined && { referal_partner_id: referalPartnerId }),
      ...touched,
    })
    .where("id", "=", userId)
    .execute();
}

/** Gives an account one of the built-in roles. */
export async function giveRole(tx: Tx, userId: number, roleName: string): Promise<void> {
  await sql`update users set role_id = roles.id, version = users.version + 1, updated_at = now()
    from roles where roles.name = ${roleName} and users.id = ${userId}`.execute(tx);
}

/** Moves an account to another company, or changes its role in its own. */
export async function setCompany(
  tx: Tx,
  userId: number,
  { id, role }: { id: number; role: CompanyRole },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      company_id: id,
      company_role: role,
      company_since: sql<Date>`case when company_id = ${id} then company_since else now() end`,
      ...touched,
    })
    .where("id", "=", userId)
    .execute();
}

/** Creates a company without members. */
export async function openCompany(tx: Tx, name: string): Promise<number> {
  const { id } = await tx
    .insertInto("companies")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Blocks or unblocks an account; false if it was in that state already. */
export async function setBlocked(tx: Tx, userId: number, reason: string | null): Promise<boolean> {
  const blocked = reason !== null;
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ blocked, blocked_reason: reason, ...touched })
    .where("id", "=", userId)
    .where("blocked", "<>", blocked)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Erases the person from an account: no name, no way to log in, nothing that leads back to them. */
export async function eraseUser(tx: Tx, userId: number, username: string): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx
    .updateTable("users")
    .set({
      username,
      // Matches no password.
      password_hash: "erased",
      first_name: "Erased",
      last_name: "account",
      phone: null,
      avatar_file_id: null,
      referal_external_id: null,
      blocked: true,
      blocked_reason: "The account was erased",
      erased_at: sql<Date>`now()`,
      ...touched,
    })
    .where("id", "=", userId)
    .execute();
}

/** Sets the photo, or removes it for null, and bumps the version. The caller has to delete the old file. */
export async function setAvatar(tx: Tx, userId: number, fileId: number | null): Promise<void> {
  await tx
    .updateTable("users")
    .set({ avatar_file_id: fileId, ...touched })
    .where("id", "=", userId)
    .execute();
}

/** Finds the file of a photo that is currently in use. */
export function avatarFile(executor: Executor, storageKey: string) {
  return executor
    .selectFrom("files")
    .innerJoin("users", "users.avatar_file_id", "files.id")
    .select([
      "files.storage_key as storageKey",
      "files.name",
      "files.media_type as mediaType",
      "files.bytes",
      "files.sha256",
    ])
    .where("files.storage_key", "=", storageKey)
    .executeTakeFirst();
}

/** Sets the time of the account's last purchase that still stands; null for none. */
export async function setLastPurchase(tx: Tx, userId: number, at: Date | null) {
  await tx.updateTable("users").set({ last_purchase_at: at }).where("id", "=", userId).execute();
}

/** Subtracts tonnes of a paid order that were credited; the time of the last purchase stays. */
export async function recordCredited(tx: Tx, userId: number, tonnes: number) {
  await tx
    .updateTable("users")
    .set({ total_purchased_volume: sql<number>`total_purchased_volume - ${tonnes}` })
    .where("id", "=", userId)
    .execute();
}

/**
 * Adds the tonnes of a paid order to its buyer's total; not idempotent. An earlier `paidAt` does not change the time of the
 * last purchase.
 */
export async function recordPurchase(tx: Tx, userId: number, tonnes: number, paidAt: Date) {
  await tx
    .updateTable("users")
    .set({
      last_purchase_at: sql<Date>`greatest(last_purchase_at, ${paidAt})`,
      total_purchased_volume: sql<number>`total_purchased_volume + ${tonnes}`,
    })
    .where("id", "=", userId)
    .execute();
}

/** Moves all members of a company to another, with their roles. */
export async function moveMembers(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("users")
    .set({ company_id: intoId, company_since: sql<Date>`now()`, ...touched })
    .where("company_id", "=", fromId)
    .execute();
}
