import type { Permission } from "@tonneline/contract/endpoint";
import { sql } from "kysely";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import type { Executor, Tx } from "../../core/db.ts";

const touched = { version: sql<number>`users.version + 1`, updated_at: sql<Date>`now()` };

/** Whether a password alone does not open an account. */
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

/** Accounts with their role and photo. */
export function users(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .innerJoin("companies", "companies.id", "users.company_id")
    .leftJoin("files", "files.id", "users.avatar_file_id")
    .select(userColumns);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof userByUsername>>>;

/** Blocked ones too. Undefined when there is none: usernames are compared as they are kept, in lower case. */
export function userByUsername(executor: Executor, username: string) {
  return users(executor).where("users.username", "=", username).executeTakeFirst();
}

/** Blocked and erased ones too; undefined when there is none. Locks nothing: see `lockUser`. */
export function userById(executor: Executor, userId: number) {
  return users(executor).where("users.id", "=", userId).executeTakeFirst();
}

/**
 * Who hears of what somebody bought for a company: they while they belong to it in one of these roles, otherwise its
 * owners; nobody who is blocked. What was merged into another company is that one's.
 */
export async function buyersOf(
  executor: Executor,
  bought: { user_id: number; company_id: number },
  roles: readonly CompanyRole[],
): Promise<{ userId: number; username: string }[]> {
  const { rows } = await sql<{ userId: number; username: string; isBuyer: boolean }>`
    select u.id as "userId", u.username, u.id = ${bought.user_id} as "isBuyer"
    from users u join companies c on c.id = ${bought.company_id} and u.company_id = coalesce(c.merged_into_id, c.id)
    where not u.blocked and (u.id = ${bought.user_id} and u.company_role = any(${roles}::text[])
      or u.company_role = 'OWNER')
    order by u.id`.execute(executor);
  const buyer = rows.filter(({ isBuyer }) => isBuyer);
  return (buyer.length > 0 ? buyer : rows).map(({ userId, username }) => ({ userId, username }));
}

/** Where mails for operators go: the usernames of everybody who may do something, and is not blocked. */
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
 * Notes the moment of a login, by the database's clock; no new version of the account. False when it has another password
 * than was seen by now, or was erased. Locks the account: sessions that end with a password wait for this one.
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
  /** A company that there is, which is joined, or the name of a new one, which is the account's own. */
  company: { id: number; role: CompanyRole } | { name: string };
  verified: boolean;
  demonstration: boolean;
  referalPartnerId: number | null;
  referalExternalId: string | null;
}

/** Undefined when the username is taken. A partner that does not exist is left out. */
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

/** Locks the account against another change of its password, role or state in the same moment. */
export async function lockUser(tx: Tx, userId: number) {
  // First: a statement that waits for somebody whose role is changed finds no role that both fit.
  await sql`select from users where id = ${userId} for update`.execute(tx);
  return await userById(tx, userId);
}

/** The same for what somebody keeps of themselves: undefined, too, for who was erased meanwhile. */
export async function lockOwn(tx: Tx, userId: number) {
  const user = await lockUser(tx, userId);
  return user?.erasedAt === null ? user : undefined;
}

/** A new version of the account. Ending its sessions and links, and telling its owner, is the caller's. */
export async function setPasswordHash(tx: Tx, userId: number, passwordHash: string) {
  await tx
    .updateTable("users")
    .set({ password_hash: passwordHash, ...touched })
    .where("id", "=", userId)
    .execute();
}

/** The address is proven; an earlier proof stays. */
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

/** What is left out stays. */
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

/** Gives an account one of the roles of the start. */
export async function giveRole(tx: Tx, userId: number, roleName: string): Promise<void> {
  await sql`update users set role_id = roles.id, version = users.version + 1, updated_at = now()
    from roles where roles.name = ${roleName} and users.id = ${userId}`.execute(tx);
}

/** Gives an account another company, or another role in its own. */
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

/** A company without anybody in it yet. */
export async function openCompany(tx: Tx, name: string): Promise<number> {
  const { id } = await tx
    .insertInto("companies")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** True when the account was not blocked before. */
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

/** Takes away who the person was: no name, no way to log in, nothing that leads back. */
export async function eraseUser(tx: Tx, userId: number, username: string): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("account_tokens").where("user_id", "=", userId).execute();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx
    .updateTable("users")
    .set({
      username,
      // No hash of any password.
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

/** Null takes the photo away. A new version of the account; the file that it had is the caller's to drop. */
export async function setAvatar(tx: Tx, userId: number, fileId: number | null): Promise<void> {
  await tx
    .updateTable("users")
    .set({ avatar_file_id: fileId, ...touched })
    .where("id", "=", userId)
    .execute();
}

/** The file of a photo that somebody has at this moment. */
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

/** Says when the account's last purchase was that still stands; null for none. */
export async function setLastPurchase(tx: Tx, userId: number, at: Date | null) {
  await tx.updateTable("users").set({ last_purchase_at: at }).where("id", "=", userId).execute();
}

/** Counts tonnes of a paid order off again that a credit note took back; the moment of the last purchase stays. */
export async function recordTakenBack(tx: Tx, userId: number, tonnes: number) {
  await tx
    .updateTable("users")
    .set({ total_purchased_volume: sql<number>`total_purchased_volume - ${tonnes}` })
    .where("id", "=", userId)
    .execute();
}

/**
 * Counts a paid order of so many tonnes for its buyer, each time again. An older `paidAt` leaves the moment of the last
 * purchase.
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

/** Gives everybody of a company another one, with the role that they had. */
export async function moveMembers(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("users")
    .set({ company_id: intoId, company_since: sql<Date>`now()`, ...touched })
    .where("company_id", "=", fromId)
    .execute();
}
