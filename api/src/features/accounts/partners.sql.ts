import { sql, type SqlBool } from "kysely";
import type { partnerSorts } from "@tonneline/contract/people";
import type { Executor, Tx } from "../../core/db.ts";

const sortColumns = {
  name: sql`lower(name)`,
  referredUsers: sql`"referredUsers"`,
  purchasedCredits: sql`"purchasedCredits"`,
  purchasedNet: sql`"netCents"`,
  createdAt: sql`"createdAt"`,
} as const satisfies Record<(typeof partnerSorts)[number], unknown>;

export interface PartnerFilter {
  q?: string | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
}

/** Partners with what the people they referred bought, as the paid orders say. */
function partnerRows(executor: Executor) {
  return executor
    .with("bought", (db) =>
      db
        .selectFrom("users")
        .leftJoin("orders", (join) =>
          join.onRef("orders.user_id", "=", "users.id").on("orders.status", "=", "PAID"),
        )
        .select((eb) => [
          "users.referal_partner_id as partnerId",
          sql<number>`count(distinct users.id)`.as("referredUsers"),
          eb.fn.sum<number>("orders.total_credits").as("credits"),
          eb.fn.sum<number>("orders.net_cents").as("netCents"),
        ])
        .where("users.referal_partner_id", "is not", null)
        .groupBy("users.referal_partner_id"),
    )
    .selectFrom("partners")
    .leftJoin("bought", "bought.partnerId", "partners.id")
    .select([
      "partners.id",
      "partners.name",
      "partners.version",
      "partners.created_at as createdAt",
      sql<number>`coalesce(bought."referredUsers", 0)`.as("referredUsers"),
      sql<number>`coalesce(bought.credits, 0)::bigint`.as("purchasedCredits"),
      sql<number>`coalesce(bought."netCents", 0)::bigint`.as("netCents"),
    ]);
}
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof partner>>>;

function sorted(executor: Executor, filter: PartnerFilter) {
  let query = executor.selectFrom(partnerRows(executor).as("rows")).selectAll();
  if (filter.q) {
    const pattern = `%${filter.q.replaceAll(/[\\%_]/g, "\\$&")}%`;
    query = query.where(sql<SqlBool>`name ilike ${pattern}`);
  }
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], direction);
  }
  if (filter.sort.length === 0) query = query.orderBy(sortColumns.name);
  return query.orderBy("id");
}

export async function partnerPage(
  executor: Executor,
  filter: PartnerFilter & { page: number; size: number },
) {
  const [rows, { count }] = await Promise.all([
    sorted(executor, filter)
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    executor
      .selectFrom("partners")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .$if(Boolean(filter.q), (query) =>
        query.where("name", "ilike", `%${filter.q!.replaceAll(/[\\%_]/g, "\\$&")}%`),
      )
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count };
}

export function partnerStream(executor: Executor, filter: PartnerFilter) {
  return sorted(executor, filter).stream(500);
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
