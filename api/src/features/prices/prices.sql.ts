import { sql, type RawBuilder } from "kysely";
import { listPrices } from "@tonneline/contract/prices";
import type { Executor } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { foldedWords, hasWords } from "../../core/search.ts";

function vintages(executor: Executor) {
  return executor
    .selectFrom("vintages as v")
    .innerJoin("projects as p", "p.id", "v.project_id")
    .innerJoin("vintage_stock as k", "k.vintage_id", "v.id")
    .select([
      "v.id",
      "v.year",
      "v.version",
      "v.price_cents",
      "k.available",
      "p.id as project_id",
      "p.name as project_name",
      "p.external_id",
    ])
    .where("v.status", "=", "ACTIVE");
}
export type PriceRow = Awaited<ReturnType<ReturnType<typeof vintages>["execute"]>>[number];

/** Joined only when sorting by it, so that counting does not involve projects unless a filter does. */
const listing = sql`join managed_listings l on l.project_id = v.project_id`;

/** Restricts to projects that match all conditions. */
const ofProjects = (conditions: readonly (RawBuilder<unknown> | undefined)[]) => {
  const all = conditions.filter((each) => each !== undefined);
  return (
    all.length > 0 &&
    sql`v.project_id in (select l.project_id from managed_listings l where ${sql.join(all, sql` and `)})`
  );
};

/** The list of vintages on sale with their prices, those of hidden projects included. */
export const prices = list(listPrices, {
  from: sql`vintages v`,
  id: "v.id",
  columns: {
    id: "v.id",
    project: { by: "l.name_key", join: listing },
    year: "v.year",
    price: { by: "v.price_cents", mayBeEmpty: true },
  },
  defaultOrder: { field: "project", direction: "asc" },
  words: async (q, _query, executor) => {
    const words = await foldedWords(executor, q);
    // A search of punctuation only has no words and matches nothing.
    if (words.length === 0) return [sql`false`];
    return [ofProjects(words.map((word) => hasWords("l.words", word)))];
  },
  where: ({ projectType, registry, developer, country, yearFrom, yearTo }) => [
    sql`v.status = 'ACTIVE'`,
    ofProjects([
      projectType && sql`l.project_type_id = any(${projectType}::integer[])`,
      registry && sql`l.registry_id = any(${registry}::integer[])`,
      developer && sql`l.developer_id = any(${developer}::integer[])`,
      country && sql`l.countries && ${country}::text[]`,
    ]),
    yearFrom !== undefined && sql`v.year >= ${yearFrom}`,
    yearTo !== undefined && sql`v.year <= ${yearTo}`,
  ],
  rows: (executor, page) =>
    vintages(executor).innerJoin(page, "page.id", "v.id").orderBy("page.position"),
});

/** Returns those of the vintages that are on sale, sorted by project and year. */
export function vintagesOf(executor: Executor, ids: readonly number[]) {
  return vintages(executor)
    .where("v.id", "=", sql<number>`any(${ids}::integer[])`)
    .orderBy(byName("p.name"))
    .orderBy("v.year")
    .orderBy("v.id")
    .execute();
}

interface Holders {
  /** Cart ids by vintage id. */
  carts: Record<string, number[]>;
  shortlists: Record<string, number[]>;
}

/** Returns the carts and shortlists that contain these vintages. */
export async function holdersOf(executor: Executor, ids: readonly number[]): Promise<Holders> {
  const { rows } = await sql<Holders>`
    select (select coalesce(json_object_agg(vintage_id, carts), '{}') from (
        select vintage_id, json_agg(cart_id) as carts from cart_items where vintage_id = any(${ids}::integer[])
        group by vintage_id) c) as carts,
      (select coalesce(json_object_agg(vintage_id, lists), '{}') from (
        select vintage_id, json_agg(shortlist_id) as lists from shortlist_vintages
        where vintage_id = any(${ids}::integer[]) group by vintage_id) s) as shortlists`.execute(
    executor,
  );
  return rows[0]!;
}

/** Returns what a run needs of a vintage; undefined if there is none. */
export function vintageById(executor: Executor, id: number) {
  return executor
    .selectFrom("vintages")
    .select(["project_id as projectId", "price_cents as priceCents"])
    .where("id", "=", id)
    .executeTakeFirst();
}
