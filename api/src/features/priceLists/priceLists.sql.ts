import { listPriceLists, type PriceListRule } from "@tonneline/contract/priceLists";
import { sql } from "kysely";
import { sellerToday } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list, type RowOf } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";

const state = sql<string>`case when l.valid_from > ${sellerToday} then 'COMING'
  when l.valid_until < ${sellerToday} then 'ENDED' else 'CURRENT' end`;

function lists(executor: Executor) {
  return executor.selectFrom("price_lists as l").select([
    "l.id",
    "l.name",
    sql<string>`l.valid_from::text`.as("validFrom"),
    sql<string | null>`l.valid_until::text`.as("validUntil"),
    state.as("state"),
    sql<
      { id: number; name: string }[]
    >`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name)
        order by ${byName("c.name")}, c.id), '[]') from price_list_companies m join companies c on c.id = m.company_id
        where m.price_list_id = l.id and c.merged_into_id is null)`.as("companies"),
    sql<PriceListRule[]>`l.rules`.as("rules"),
    sql<number>`(select count(*) from price_list_prices p where p.price_list_id = l.id)`.as(
      "prices",
    ),
    "l.updated_at as updatedAt",
    "l.version",
  ]);
}

/** Price lists with whom they are for. */
export const priceLists = list(listPriceLists, {
  from: sql`price_lists l`,
  id: "l.id",
  columns: {
    name: byName("l.name"),
    validFrom: "l.valid_from",
    validUntil: { by: "l.valid_until", mayBeEmpty: true },
    updatedAt: "l.updated_at",
  },
  usual: { field: "name", direction: "asc" },
  words: (q) => [
    hasWords(
      searchable(sql`concat_ws(' ', l.name, (select string_agg(c.name, ' ') from price_list_companies m
        join companies c on c.id = m.company_id where m.price_list_id = l.id))`),
      q,
    ),
  ],
  where: ({ companyId }) => [
    companyId !== undefined &&
      sql`exists (select from price_list_companies m where m.price_list_id = l.id and m.company_id = ${companyId})`,
  ],
  tabs: { by: state },
  rows: (executor, page) =>
    lists(executor).innerJoin(page, "page.id", "l.id").orderBy("page.place"),
});
export type PriceListRow = RowOf<typeof priceLists>;

/**
 * With its companies but those that were merged into others, and where it stands today, by the seller's days. Without a
 * lock; undefined when there is none.
 */
export async function priceListById(executor: Executor, id: number) {
  return await lists(executor).where("l.id", "=", id).executeTakeFirst();
}

/** The prices that a list names, in cents. */
export async function namedPrices(executor: Executor, id: number) {
  return await executor
    .selectFrom("price_list_prices")
    .select(["vintage_id as vintageId", "price_cents as cents"])
    .where("price_list_id", "=", id)
    .orderBy("vintage_id")
    .execute();
}
export type NamedPrice = Awaited<ReturnType<typeof namedPrices>>[number];

/** Locks a list until the transaction ends. */
export async function lockPriceList(tx: Tx, id: number) {
  return await tx
    .selectFrom("price_lists")
    .select(["name", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The lists of which a rule is narrowed to this thing, locked in id order. */
export async function lockListsNaming(
  tx: Tx,
  narrowing: keyof PriceListRule,
  id: number,
): Promise<{ id: number; name: string; rules: PriceListRule[]; companies: number[] }[]> {
  return await tx
    .selectFrom("price_lists as l")
    .select([
      "l.id",
      "l.name",
      sql<PriceListRule[]>`l.rules`.as("rules"),
      sql<
        number[]
      >`array(select company_id from price_list_companies where price_list_id = l.id)`.as(
        "companies",
      ),
    ])
    .where(sql<boolean>`l.rules @> ${JSON.stringify([{ [narrowing]: [id] }])}::jsonb`)
    .orderBy("l.id")
    .forUpdate()
    .execute();
}

/**
 * Replaces all rules and numbers the version on. The caller holds the list by `lockListsNaming`, and tells its
 * companies.
 */
export async function updateRules(
  tx: Tx,
  id: number,
  rules: readonly PriceListRule[],
): Promise<void> {
  await tx
    .updateTable("price_lists")
    .set({ rules: JSON.stringify(rules), version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

interface Facts {
  name: string;
  validFrom: string;
  validUntil: string | null;
  rules: readonly PriceListRule[];
}
const columnsOf = ({ name, validFrom, validUntil, rules }: Facts) => ({
  name,
  valid_from: validFrom,
  valid_until: validUntil,
  rules: JSON.stringify(rules),
});

/**
 * For nobody yet, and without prices: see `replaceContent`. A name that is taken, whatever its case, breaks the unique
 * index: wrap it in `guardName`.
 */
export async function insertPriceList(tx: Tx, facts: Facts): Promise<{ id: number }> {
  return await tx
    .insertInto("price_lists")
    .values(columnsOf(facts))
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * Numbers the version on; companies and prices stay: see `replaceContent`. The caller holds the list by
 * `lockPriceList`, and guards its name.
 */
export async function updatePriceList(tx: Tx, id: number, facts: Facts): Promise<void> {
  await tx
    .updateTable("price_lists")
    .set({ ...columnsOf(facts), version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * With its prices and whom it was for. The caller tells these companies, whose carts show other prices from then on.
 */
export async function deletePriceList(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("price_lists").where("id", "=", id).execute();
}

/** Makes these companies, and these prices, all that a list has. What does not exist is not put in. */
export async function replaceContent(
  tx: Tx,
  id: number,
  { companies, prices }: { companies: readonly number[]; prices: readonly NamedPrice[] },
): Promise<void> {
  await sql`with gone as (delete from price_list_companies where price_list_id = ${id}
      and company_id <> all(${companies}::integer[]))
    insert into price_list_companies (price_list_id, company_id)
    select ${id}, id from companies where id = any(${companies}::integer[]) on conflict do nothing`.execute(
    tx,
  );
  const [ids, cents] = [prices.map((each) => each.vintageId), prices.map((each) => each.cents)];
  await sql`with given as (select * from unnest(${ids}::integer[], ${cents}::bigint[]) as g (vintage_id, cents)),
    gone as (delete from price_list_prices where price_list_id = ${id}
      and vintage_id <> all(${ids}::integer[]))
    insert into price_list_prices (price_list_id, vintage_id, price_cents)
    select ${id}, v.id, g.cents from given g join vintages v on v.id = g.vintage_id
    on conflict (price_list_id, vintage_id) do update set price_cents = excluded.price_cents`.execute(
    tx,
  );
}

interface Named {
  companies: number[];
  vintages: number[];
  project: number[];
  projectType: number[];
  registry: number[];
  developer: number[];
}

/** Which of these there are; the vintages stay there until the transaction ends. */
export async function knownOf(tx: Tx, named: Named): Promise<Named> {
  const { rows } = await sql<Named>`
    select array(select id from companies where id = any(${named.companies}::integer[]) and merged_into_id is null)
        as companies,
      array(select id from vintages where id = any(${named.vintages}::integer[]) order by id for key share) as vintages,
      array(select id from projects where id = any(${named.project}::integer[])) as project,
      array(select id from project_types where id = any(${named.projectType}::integer[])) as "projectType",
      array(select id from registries where id = any(${named.registry}::integer[])) as registry,
      array(select id from developers where id = any(${named.developer}::integer[])) as developer`.execute(
    tx,
  );
  return rows[0]!;
}

export interface SoldRow {
  id: number;
  projectId: number;
  projectName: string;
  externalId: string | null;
  projectTypeId: number;
  registryId: number;
  developerId: number;
  countries: string[];
  year: number;
  creditType: string;
  listCents: number | null;
  available: number;
  onSale: boolean;
}

/**
 * The vintages on sale with what prices depend on, by the name of their project; where `ids` are given those instead,
 * whether they are on sale or not.
 */
export async function soldVintages(
  executor: Executor,
  ids?: readonly number[],
): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select v.id, p.id as "projectId", p.name as "projectName", p.external_id as "externalId",
      p.project_type_id as "projectTypeId", p.registry_id as "registryId", p.developer_id as "developerId",
      p.countries, v.year, v.credit_type as "creditType", v.price_cents as "listCents", k.available,
      v.status = 'ACTIVE' as "onSale"
    from vintages v join projects p on p.id = v.project_id join vintage_stock k on k.vintage_id = v.id
    where ${ids ? sql`v.id = any(${ids}::integer[])` : sql`v.status = 'ACTIVE'`}
    order by ${byName("p.name")}, p.id, v.year, v.id`.execute(executor);
  return rows;
}

/** How many carts of these companies hold one of these vintages. */
export async function cartsHolding(
  executor: Executor,
  companies: readonly number[],
  vintages: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct c.id) as count from carts c join users u on u.id = c.user_id
      join cart_items i on i.cart_id = c.id
    where u.company_id = any(${companies}::integer[]) and i.vintage_id = any(${vintages}::integer[])`.execute(
    executor,
  );
  return rows[0]!.count;
}

/** The companies of lists that begin today, or ended yesterday. */
export async function turningToday(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.company_id as id from price_lists l
      join price_list_companies m on m.price_list_id = l.id
    where l.valid_from = ${sellerToday} or l.valid_until = ${sellerToday} - 1 order by 1`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}
