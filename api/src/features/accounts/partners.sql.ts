import { sql } from "kysely";
import type { partnerSorts } from "@tonneline/contract/people";
import { placed, patternOf, type Executor, type Tx } from "../../core/db.ts";

const sortColumns = {
  name: sql`partners.name_key`,
  referredUsers: sql`coalesce(bought.users, 0)`,
  purchasedCredits: sql`coalesce(bought.credits, 0)`,
  purchasedNet: sql`coalesce(bought."netCents", 0)`,
  createdAt: sql`partners.created_at`,
} as const satisfies Record<(typeof partnerSorts)[number], unknown>;

export interface PartnerFilter {
  q?: string | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
}

interface Bought {
  partner_id: number;
  users: number;
  credits: number;
  netCents: number;
}

/** What the people whom a partner referred bought, as the paid orders say: of every partner. */
const boughtByAll = sql<Bought>`(
  select u.referal_partner_id as partner_id, count(*) as users, sum(o.credits)::bigint as credits,
    sum(o.net_cents)::bigint as "netCents"
  from users u left join (
    select user_id, sum(total_credits) as credits, sum(net_cents) as net_cents from orders where status = 'PAID'
    group by user_id
  ) o on o.user_id = u.id
  where u.referal_partner_id is not null group by u.referal_partner_id)`;

/** The same of one partner, by indexes alone. */
const boughtByOne = sql<Omit<Bought, "partner_id">>`(
  select count(*) as users, coalesce(sum(o.credits), 0)::bigint as credits,
    coalesce(sum(o.net_cents), 0)::bigint as "netCents"
  from users u cross join lateral (
    select sum(total_credits) as credits, sum(net_cents) as net_cents from orders
    where orders.user_id = u.id and orders.status = 'PAID'
  ) o
  where u.referal_partner_id = partners.id)`;

/** Partners with what the people they referred bought. */
function partnerRows(executor: Executor) {
  return executor
    .selectFrom("partners")
    .innerJoinLateral(boughtByOne.as("bought"), (join) => join.onTrue())
    .select([
      "partners.id",
      "partners.name",
      "partners.version",
      "partners.created_at as createdAt",
      "bought.users as referredUsers",
      "bought.credits as purchasedCredits",
      "bought.netCents",
    ]);
}
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof partner>>>;

function matching(executor: Executor, { q }: PartnerFilter) {
  const query = executor.selectFrom("partners");
  return q ? query.where("partners.name_key", "like", patternOf(q)) : query;
}

/** The ids in their order; what all of them bought is worked out only to sort by it. */
function sortedIds(executor: Executor, filter: PartnerFilter) {
  let query = matching(executor, filter).select("partners.id");
  if (filter.sort.some(({ field }) => field !== "name" && field !== "createdAt")) {
    query = query.leftJoin(
      boughtByAll.as("bought"),
      "bought.partner_id",
      "partners.id",
    ) as typeof query;
  }
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], direction);
  }
  if (filter.sort.length === 0) query = query.orderBy(sortColumns.name);
  return query.orderBy("partners.id", filter.sort.at(-1)?.direction ?? "asc");
}

function sortedRows(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return partnerRows(executor).innerJoin(page, "page.id", "partners.id").orderBy("page.place");
}

export async function partnerPage(
  executor: Executor,
  filter: PartnerFilter & { page: number; size: number },
) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, { count }] = await Promise.all([
    sortedRows(executor, ids).execute(),
    matching(executor, filter)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count };
}

export function partnerStream(executor: Executor, filter: PartnerFilter) {
  return sortedRows(executor, sortedIds(executor, filter)).stream(500);
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
export function referredBy(executor: Executor, partnerId: number) {
  return executor
    .selectFrom("users")
    .select(["id", "username as name", sql<number>`count(*) over ()`.as("count")])
    .where("referal_partner_id", "=", partnerId)
    .orderBy("id")
    .limit(20)
    .execute();
}
