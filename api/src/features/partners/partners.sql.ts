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

/** What the people bought whom partners referred: by partner, and of one alone where it is given. */
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

// The sums of all are worked out only to sort by them.
const sums = sql`left join ${boughtThrough()} bought on bought.partner_id = partners.id`;
const summed = (column: string): SortColumn => ({
  by: sql`coalesce(${sql.ref(`bought.${column}`)}, 0)`,
  join: sums,
});

/** Partners with what the people they referred bought. */
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
  usual: { field: "name", direction: "asc" },
  words: "partners.words",
  rows: (executor, page) =>
    partnerRows(executor).innerJoin(page, "page.id", "partners.id").orderBy("page.place"),
});

/** With what those whom the partner referred have paid for, less what came back; undefined when there is none. */
export function partner(executor: Executor, partnerId: number) {
  return partnerRows(executor).where("partners.id", "=", partnerId).executeTakeFirst();
}

/** Locked until the transaction ends, so that nobody is referred by it meanwhile; undefined when there is none. */
export function lockPartner(tx: Tx, partnerId: number) {
  return tx
    .selectFrom("partners")
    .selectAll()
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirst();
}

/** A name that is taken, whatever its case, breaks the unique index: wrap it in `guardName`. */
export function insertPartner(tx: Tx, name: string) {
  return tx.insertInto("partners").values({ name }).returning("id").executeTakeFirstOrThrow();
}

/** Numbers the version on; the caller has locked and compared it. The name is guarded as that of a new one. */
export async function renamePartner(tx: Tx, partnerId: number, name: string): Promise<void> {
  await tx
    .updateTable("partners")
    .set({ name, version: sql<number>`version + 1` })
    .where("id", "=", partnerId)
    .execute();
}

/** Fails on a foreign key while somebody whom it referred has an account: see `referredBy`. */
export async function removePartner(tx: Tx, partnerId: number): Promise<void> {
  await tx.deleteFrom("partners").where("id", "=", partnerId).execute();
}

/** Some of those whom a partner referred, and how many there are. */
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
