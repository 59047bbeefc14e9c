import { sql } from "kysely";
import type { partnerSorts } from "@tonneline/contract/people";
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

type SortField = (typeof partnerSorts)[number];

const order: ListOrder<SortField> = {
  columns: {
    name: "partners.name_key",
    referredUsers: "partners.referred_users",
    purchasedCredits: "partners.purchased_credits",
    purchasedNet: "partners.purchased_net_cents",
    createdAt: "partners.created_at",
  },
  id: "partners.id",
  usual: [{ field: "name", direction: "asc" }],
};

export interface PartnerFilter extends Wanted<SortField> {
  q?: string | undefined;
}

/** Partners with what the people they referred bought. */
function partnerRows(executor: Executor) {
  return executor
    .selectFrom("partners")
    .select([
      "partners.id",
      "partners.name",
      "partners.version",
      "partners.created_at as createdAt",
      "partners.referred_users as referredUsers",
      "partners.purchased_credits as purchasedCredits",
      "partners.purchased_net_cents as netCents",
    ]);
}
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof partner>>>;

const searchedIn = { table: "partners", id: "id", column: "name_key" };

function matching(executor: Executor, { q }: PartnerFilter, look: Look) {
  const query = executor.selectFrom("partners");
  return q ? query.where(look("partners.name_key", q)) : query;
}

function sortedRows(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return partnerRows(executor).innerJoin(page, "page.id", "partners.id").orderBy("page.place");
}

/** A page of partners, and how many the filter finds. */
export async function partnerPage(executor: Executor, filter: PartnerFilter) {
  const look = await quickerLook(executor, searchedIn, filter.q ? [filter.q] : []);
  const counts = await matching(executor, filter, look)
    .select((eb) => [eb.fn.countAll<number>().as("count"), idsIfFew(look, "partners.id").as("ids")])
    .execute();
  const { count, ids } = together(counts);
  const found = ids
    ? executor.selectFrom("partners").where(isOneOf("partners.id", ids))
    : matching(executor, filter, look);
  const page = pageInOrder(executor, found.select("partners.id"), order, filter, count);
  return { rows: await sortedRows(executor, page).execute(), total: count };
}

export function partnerStream(executor: Executor, filter: PartnerFilter) {
  const found = matching(executor, filter, byIndex).select("partners.id");
  return sortedRows(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}

export function partner(executor: Executor, partnerId: number) {
  return partnerRows(executor).where("partners.id", "=", partnerId).executeTakeFirst();
}

export function lockPartner(tx: Tx, partnerId: number) {
  return tx
    .selectFrom("partners")
    .selectAll()
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirst();
}

export function insertPartner(tx: Tx, name: string) {
  return tx.insertInto("partners").values({ name }).returning("id").executeTakeFirstOrThrow();
}

export async function renamePartner(tx: Tx, partnerId: number, name: string): Promise<void> {
  await tx
    .updateTable("partners")
    .set({ name, version: sql<number>`version + 1` })
    .where("id", "=", partnerId)
    .execute();
}

export async function removePartner(tx: Tx, partnerId: number): Promise<void> {
  await tx.deleteFrom("partners").where("id", "=", partnerId).execute();
}

/** Some of those whom a partner referred, and how many there are. */
export function referredBy(executor: Executor, partnerId: number, limit: number) {
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
    .limit(limit)
    .execute();
}
