import { sql } from "kysely";
import type { Category } from "@tonneline/contract/catalogue";
import {
  listProjectChoices,
  listManagedProjects,
  type choiceLists,
} from "@tonneline/contract/projects";
import { sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import { byName, list, type Page, type RowOf } from "../../core/lists.ts";
import { foldedWords, hasWords, isOneOf } from "../../core/search.ts";
import type { KeyedImage } from "../../core/pictures.ts";

const bitOf = { CREDIT_SALE: 1, FINANCING: 2, SPONSORING: 4 } as const satisfies Record<
  Category,
  number
>;

/** Decodes the category bits of a row. */
export function categoriesOf(bits: number): Category[] {
  return (Object.keys(bitOf) as Category[]).filter((category) => bits & bitOf[category]);
}

const stock = sql`left join (
  select project_id, sum(issued)::bigint as issued, sum(available)::bigint as available
  from vintage_stock group by project_id) stock on stock.project_id = l.project_id`;
// Withdrawn vintages have stock that is not on sale. They are few: finding them is cheaper than reading all vintages.
const stockOnSale = sql`${stock} left join (
  select v.project_id, sum(k.available)::bigint as available
  from vintages v join vintage_stock k on k.vintage_id = v.id where v.status = 'WITHDRAWN' group by v.project_id) withdrawn
  on withdrawn.project_id = l.project_id`;

// In SQL, `isOverdue` of the contract on the seller's day; holders of a withdrawn vintage wait for it too.
const withOverdueVintages = sql`select v.project_id from vintages v where v.credit_type = 'EX_ANTE'
  and v.delivery_state = 'ON_SCHEDULE' and v.expected_delivery < to_char(${sellerToday}, 'YYYY"-Q"Q')`;

/** The list of all projects, hidden ones included. */
export const managedProjects = list(listManagedProjects, {
  from: sql`managed_listings l`,
  id: "l.project_id",
  columns: {
    id: "l.project_id",
    name: "l.name_key",
    externalId: { by: "l.external_key", mayBeEmpty: true },
    registry: "l.registry_key",
    projectDeveloper: "l.developer_key",
    projectType: "l.type_key",
    countries: { by: "l.country_key", mayBeEmpty: true },
    categories: "l.categories",
    status: "l.status",
    // Stock is not indexed: every reservation would have to update the index.
    availableCredits: {
      by: sql`coalesce(stock.available, 0) - coalesce(withdrawn.available, 0)`,
      join: stockOnSale,
    },
    totalCredits: { by: sql`coalesce(stock.issued, 0)`, join: stock },
    priceFrom: { by: "l.price_from", mayBeEmpty: true },
    vintages: { by: "l.years_key", mayBeEmpty: true },
    hidden: "l.hidden",
    updatedAt: "l.updated_at",
  },
  defaultOrder: { field: "updatedAt", direction: "desc" },
  words: async (q, _query, executor) => {
    const words = await foldedWords(executor, q);
    // A search of punctuation only has no words and matches nothing.
    if (words.length === 0) return [sql`false`];
    return words.map((word) =>
      // For one or two letters the index only supports word beginnings.
      word.length < 3 ? sql`l.words like ${`% ${word}%`}` : hasWords("l.words", word),
    );
  },
  where: ({ category, projectType, registry, developer, country, hidden, overdue }) => [
    category &&
      sql`l.categories & ${category.reduce((sum, each) => sum | bitOf[each], 0)}::smallint <> 0`,
    projectType && sql`l.project_type_id = any(${projectType}::integer[])`,
    registry && sql`l.registry_id = any(${registry}::integer[])`,
    developer && sql`l.developer_id = any(${developer}::integer[])`,
    country && sql`l.countries && ${country}::text[]`,
    hidden !== undefined && sql`l.hidden = ${hidden}`,
    overdue !== undefined && sql`(l.project_id in (${withOverdueVintages})) = ${overdue}`,
  ],
  tabs: { by: "l.status" },
  rows: rowsOf,
});
export type ManagedRow = RowOf<typeof managedProjects>;

function rowsOf(executor: Executor, page: Page) {
  return executor
    .selectFrom(page)
    .innerJoin("managed_listings as l", "l.project_id", "page.id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("vintages as v")
          .innerJoin("vintage_stock as k", "k.vintage_id", "v.id")
          .select([
            sql<number>`coalesce(sum(k.issued), 0)::bigint`.as("issued"),
            sql<number>`coalesce(sum(k.available) filter (where v.status <> 'WITHDRAWN'), 0)::bigint`.as(
              "available",
            ),
          ])
          .whereRef("v.project_id", "=", "page.id")
          .as("s"),
      (join) => join.onTrue(),
    )
    .innerJoin("projects as p", "p.id", "page.id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("developers as d", "d.id", "p.developer_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .select([
      "page.id",
      "page.position",
      "l.status",
      "l.hidden",
      "l.categories",
      "l.sellable",
      "l.year_min as yearMin",
      "l.year_max as yearMax",
      "l.price_from as priceFrom",
      "l.price_to as priceTo",
      "l.updated_at as updatedAt",
      "s.issued",
      "s.available",
      "p.name",
      "p.external_id as externalId",
      "p.registry_id as registryId",
      "r.name as registryName",
      "p.developer_id as developerId",
      "d.name as developerName",
      "p.project_type_id as projectTypeId",
      "t.name as projectTypeName",
      "p.countries",
      "p.continent",
      "p.demonstration",
      "p.version",
      sql<KeyedImage | null>`(select json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key)
        from project_images i where i.project_id = p.id and i.status = 'READY'
        order by i.position, i.id limit 1)`.as("image"),
    ])
    .orderBy("page.position");
}

const choiceTables = {
  registries: "registries",
  developers: "developers",
  auditors: "auditors",
  projectTypes: "project_types",
} as const satisfies Record<(typeof choiceLists)[number], string>;

/** One of the lists that projects choose from, by its name. */
export const choicesOf = (name: keyof typeof choiceTables) =>
  list(listProjectChoices, {
    from: sql`${sql.table(choiceTables[name])} choices`,
    id: "choices.id",
    columns: { name: byName("choices.name") },
    defaultOrder: { field: "name", direction: "asc" },
    words: "choices.words",
    where: ({ id }) => [id && isOneOf("choices.id", id)],
    rows: (executor, page) =>
      executor
        .selectFrom(page)
        .innerJoin(
          sql<{ id: number; name: string }>`${sql.table(choiceTables[name])}`.as("named"),
          "named.id",
          "page.id",
        )
        .select(["named.id", "named.name"])
        .orderBy("page.position"),
  });
