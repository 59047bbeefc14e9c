import { sql } from "kysely";
import { listPartners } from "@tonneline/contract/partners";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type SortColumn } from "../../core/lists.ts";
import { namedUses } from "../../core/uses.ts";

interface Bought {
  partner_id: number;
  users: number;
  credits: number;
  net_cents: number;
}

/** Purchases of referred users by partner, or of the one given. */
const boughtThrough = (one = sql``) => sql<Bought>`(
  select u.referal_partner_id as partner_id, count(*) as users, coalesce(sum(o.credits), 0)::bigint as credits,
    coalesce(sum(o.net_cents), 0)::bigint as net_cents
  from users u left join lateral (
    select sum(total_credits - returned_credits) as credits,
      sum(net_cents - credited_net_cents) as net_cents from orders
    where orders.user_id = u.id and orders.status = 'PAID') o on true
  where u.referal_partner_id is not null ${one} group by u.referal_partner_id)`;

function partnerRows(executor: Executor) {
  const bought = boughtThrough(sql`and u.referal_partner_id = partners.id`).as("bought");
  return executor
    .selectFrom("partners")
    .leftJoinLateral(bought, (join) => join.onTrue())
    .select((eb) => [
      "partners.id",
      "partners.name",
      "partners.version",
      "partners.created_at as createdAt",
      eb.fn.coalesce("bought.users", sql<number>`0`).as("referredUsers"),
      eb.fn.coalesce("bought.credits", sql<number>`0`).as("purchasedCredits"),
      eb.fn.coalesce("bought.net_cents", sql<number>`0`).as("netCents"),
    ]);
}
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof partner>>>;

// The sums of all partners are only computed to sort by them.
const sums = sql`left join ${boughtThrough()} bought on bought.partner_id = partners.id`;
const summed = (column: string): SortColumn => ({
  by: sql`coalesce(${sql.ref(`bought.${column}`)}, 0)`,
  join: sums,
});

/** Partners with the purchases of the users they referred. */
export const partners = list(listPartners, {
  from: sql`partners`,
  id: "partners.id",
  columns: {
    name: byName("partners.name"),
    referredUsers: summed("users"),
    purchasedCredits: summed("credits"),
    purchasedNet: summed("net_cents"),
    createdAt: "partners.created_at",
  },
  defaultOrder: { field: "name", direction: "asc" },
  words: "partners.words",
  rows: (executor, page) =>
    partnerRows(executor).innerJoin(page, "page.id", "partners.id").orderBy("page.position"),
});

/** Returns a partner with the paid purchases of its referred users, less returns; undefined if there is none. */
export function partner(executor: Executor, partnerId: number) {
  return partnerRows(executor).where("partners.id", "=", partnerId).executeTakeFirst();
}

/** Locks a partner until the transaction ends, so that no user is referred by it meanwhile; undefined if there is none. */
export function lockPartner(tx: Tx, partnerId: number) {
  return tx
    .selectFrom("partners")
    .selectAll()
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a partner. A duplicate name, ignoring case, violates the unique index: wrap the call in `guardName`. */
export function insertPartner(tx: Tx, name: string) {
  return tx.insertInto("partners").values({ name }).returning("id").executeTakeFirstOrThrow();
}

/**
 * Renames a partner and increments the version, which the caller has locked and compared. The name is
 * guarded as for a new one.
 */
export async function renamePartner(tx: Tx, partnerId: number, name: string): Promise<void> {
  await tx
    .updateTable("partners")
    .set({ name, version: sql<number>`version + 1` })
    .where("id", "=", partnerId)
    .execute();
}

/** Deletes a partner. Violates a foreign key while a user it referred has an account: see `referredBy`. */
export async function removePartner(tx: Tx, partnerId: number): Promise<void> {
  await tx.deleteFrom("partners").where("id", "=", partnerId).execute();
}

/** Returns some of the users that a partner referred, and the total count. */
export function referredBy(executor: Executor, partnerId: number) {
  return executor
    .selectFrom("users")
    .select([
      sql<"user">`'user'`.as("type"),
      "id",
      "username as name",
      sql<number>`count(*) over ()`.as("count"),
    ])
    .where("referal_partner_id", "=", partnerId)
    .orderBy("id")
    .limit(namedUses)
    .execute();
}
