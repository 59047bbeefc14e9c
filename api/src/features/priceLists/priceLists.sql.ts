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

/** Price lists with their companies. */
export const priceLists = list(listPriceLists, {
  from: sql`price_lists l`,
  id: "l.id",
  columns: {
    name: byName("l.name"),
    validFrom: "l.valid_from",
    validUntil: { by: "l.valid_until", mayBeEmpty: true },
    updatedAt: "l.updated_at",
  },
  defaultOrder: { field: "name", direction: "asc" },
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
    lists(executor).innerJoin(page, "page.id", "l.id").orderBy("page.position"),
});
export type PriceListRow = RowOf<typeof priceLists>;

/**
 * Returns a list with its companies, except those merged into others, and its state on the seller's
 * current day. Does not lock; undefined if there is none.
 */
export async function priceListById(executor: Executor, id: number) {
  return await lists(executor).where("l.id", "=", id).executeTakeFirst();
}

/** Returns a list's explicit prices in cents. */
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

/** Locks, in id order, the lists with a rule that has this entry as a criterion. */
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
 * Replaces all rules and increments the version. The caller holds the lock from `lockListsNaming` and notifies the companies.
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
 * Inserts a list without companies and prices: see `replaceContent`. A duplicate name, ignoring case,
 * violates the unique index: wrap the call in `guardName`.
 */
export async function insertPriceList(tx: Tx, facts: Facts): Promise<{ id: number }> {
  return await tx
    .insertInto("price_lists")
    .values(columnsOf(facts))
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * Updates a list and increments its version, but not its companies and prices: see `replaceContent`.
 * The caller holds the lock from `lockPriceList` and guards the name.
 */
export async function updatePriceList(tx: Tx, id: number, facts: Facts): Promise<void> {
  await tx
    .updateTable("price_lists")
    .set({ ...columnsOf(facts), version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** Deletes a list with its prices and companies. The caller notifies these companies, whose carts then show other prices. */
export async function deletePriceList(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("price_lists").where("id", "=", id).execute();
}

/** Replaces the companies and prices of a list. Unknown ones are skipped. */
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

/** Returns those that exist; the vintages are locked against deletion until the transaction ends. */
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
 * Returns the vintages on sale with the facts that prices depend on, by project name; if `ids` are
 * given, those vintages instead, whether on sale or not.
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

/** Counts the carts of these companies that contain one of these vintages. */
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

/** Returns the companies of lists that start today or ended yesterday. */
export async function companiesChangingToday(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.company_id as id from price_lists l
      join price_list_companies m on m.price_list_id = l.id
    where l.valid_from = ${sellerToday} or l.valid_until = ${sellerToday} - 1 order by 1`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}
