import { sql, type SqlBool } from "kysely";
import type { AvailabilityStatus, Category } from "@tonneline/contract/catalogue";
import type { ManagedProjectQuery, choiceLists } from "@tonneline/contract/projects";
import type { Executor } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  isOneOf,
  pageInOrder,
  totalOf,
  type ListOrder,
} from "../../core/lists.ts";
import { hasWords, patternOf } from "../../core/search.ts";
import type { KeyedImage } from "../../core/pictures.ts";

type SortField = ManagedProjectQuery["sort"][number]["field"];

const order: ListOrder<SortField> = {
  columns: {
    id: "l.project_id",
    name: "l.name_key",
    externalId: "l.external_key",
    registry: "l.registry_key",
    projectDeveloper: "l.developer_key",
    projectType: "l.type_key",
    countries: "l.country_key",
    categories: "l.categories",
    status: "l.status",
    // Tonnes have no index: each reservation would have to write it.
    availableCredits: sql`project_stock.available - coalesce(withdrawn.available, 0)`,
    totalCredits: "project_stock.issued",
    priceFrom: "l.price_from",
    vintages: "l.years_key",
    hidden: "l.hidden",
    updatedAt: "l.updated_at",
  },
  mayBeEmpty: ["externalId", "priceFrom", "countries", "vintages"],
  id: "l.project_id",
  usual: [{ field: "updatedAt", direction: "desc" }],
};

export type ManagedFilter = Omit<ManagedProjectQuery, "page" | "size">;

const bitOf = { CREDIT_SALE: 1, FINANCING: 2, SPONSORING: 4 } as const satisfies Record<
  Category,
  number
>;

/** The categories that a row's bits stand for. */
export function categoriesOf(bits: number): Category[] {
  return (Object.keys(bitOf) as Category[]).filter((category) => bits & bitOf[category]);
}

/** A filter with the words of its search as the rows have them: without accents, signs and capitals. */
type Folded = Omit<ManagedFilter, "q"> & { words: string[] };

async function folded(executor: Executor, { q, ...filter }: ManagedFilter): Promise<Folded> {
  const words = q?.split(/\s+/).filter(Boolean).slice(0, 8) ?? [];
  if (words.length === 0) return { ...filter, words };
  // Beforehand: within the search it would be worked out for each row.
  const { rows } = await sql<{ word: string }>`
    select distinct unnest(string_to_array(fold_text(word), ' ')) as word
    from unnest(${words}::text[]) word`.execute(executor);
  return { ...filter, words: rows.map(({ word }) => word).filter(Boolean) };
}

function matching(executor: Executor, filter: Folded) {
  let query = executor.selectFrom("managed_listings as l");
  const where = (condition: ReturnType<typeof sql<SqlBool>>) => (query = query.where(condition));
  for (const word of filter.words) {
    // Of one or two letters the index knows only where words begin.
    where(word.length < 3 ? sql`l.words like ${`% ${word}%`}` : hasWords("l.words", word));
  }
  if (filter.category) {
    const bits = filter.category.reduce((sum, each) => sum | bitOf[each], 0);
    where(sql`l.categories & ${bits}::smallint <> 0`);
  }
  if (filter.projectType) where(sql`l.project_type_id = any(${filter.projectType}::integer[])`);
  if (filter.registry) where(sql`l.registry_id = any(${filter.registry}::integer[])`);
  if (filter.developer) where(sql`l.developer_id = any(${filter.developer}::integer[])`);
  if (filter.country) where(sql`l.countries && ${filter.country}::text[]`);
  if (filter.hidden !== undefined) query = query.where("l.hidden", "=", filter.hidden);
  return query;
}

/** The ids of the projects, with what they are sorted by. */
function sortable(executor: Executor, filter: Folded) {
  const sorts = (...fields: SortField[]) => filter.sort.some(({ field }) => fields.includes(field));
  let query = matching(executor, filter).select("l.project_id as id");
  if (filter.status) query = query.where(sql<SqlBool>`l.status = any(${filter.status}::text[])`);
  if (sorts("availableCredits", "totalCredits")) {
    query = query.innerJoin(
      "project_stock",
      "project_stock.project_id",
      "l.project_id",
    ) as typeof query;
  }
  if (sorts("availableCredits")) {
    query = query.leftJoin(
      withdrawnStock.as("withdrawn"),
      "withdrawn.project_id",
      "l.project_id",
    ) as typeof query;
  }
  return query;
}

// Credits of withdrawn vintages are in the project's stock, but not on sale.
const withdrawnStock = sql<{ project_id: number; available: number }>`(
  select v.project_id, sum(k.available)::bigint as available
  from vintages v join vintage_stock k on k.vintage_id = v.id where v.status = 'WITHDRAWN' group by v.project_id)`;

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return executor
    .selectFrom(page)
    .innerJoin("managed_listings as l", "l.project_id", "page.id")
    .innerJoin("project_stock as s", "s.project_id", "page.id")
    .innerJoin("projects as p", "p.id", "page.id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("developers as d", "d.id", "p.developer_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .select([
      "page.id",
      "page.place",
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
      sql<number>`s.available - case when l.withdrawn then (
        select coalesce(sum(k.available), 0) from vintages v join vintage_stock k on k.vintage_id = v.id
        where v.project_id = l.project_id and v.status = 'WITHDRAWN') else 0 end`.as("available"),
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
    .orderBy("page.place");
}

export type ManagedRow = Awaited<ReturnType<typeof managedPage>>["rows"][number];

/** A page of projects, how many the filter finds, and how many there are by status whatever status is asked for. */
export async function managedPage(
  executor: Executor,
  filter: ManagedFilter & { page: number; size: number },
) {
  const wanted = await folded(executor, filter);
  const page = pageInOrder(executor, sortable(executor, wanted), order, filter);
  const [rows, found] = await Promise.all([
    rowsOf(executor, page).execute(),
    matching(executor, wanted)
      .select((eb) => ["l.status", eb.fn.countAll<number>().as("count")])
      .groupBy("l.status")
      .execute(),
  ]);
  const counts = new Map(found.map((each) => [each.status as AvailabilityStatus, each.count]));
  return { rows, counts, total: totalOf(chosenOf(found, filter.status)) };
}

/** Every project of a filter, as it comes. */
export async function* managedStream(executor: Executor, filter: ManagedFilter) {
  const found = sortable(executor, await folded(executor, filter));
  yield* rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}

const choiceTables = {
  registries: "registries",
  developers: "developers",
  auditors: "auditors",
  projectTypes: "project_types",
} as const satisfies Record<(typeof choiceLists)[number], string>;

const choiceOrder: ListOrder<"name"> = {
  columns: { name: sql`lower(choices.name)` },
  id: "choices.id",
  usual: [{ field: "name", direction: "asc" }],
};

/** A page of one of the lists that projects choose from, by name, and how many its search finds. */
export async function choicePage(
  executor: Executor,
  query: {
    list: keyof typeof choiceTables;
    id?: number[] | undefined;
    q?: string | undefined;
    sort: { field: "name"; direction: "asc" | "desc" }[];
    page: number;
    size: number;
  },
) {
  const table = sql<{ id: number; name: string }>`${sql.table(choiceTables[query.list])}`;
  let choices = executor.selectFrom(table.as("choices"));
  if (query.q) choices = choices.where(sql<SqlBool>`lower(name) like ${patternOf(query.q)}`);
  if (query.id) choices = choices.where(isOneOf("choices.id", query.id));
  const { count } = await choices
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const page = pageInOrder(executor, choices.select("choices.id"), choiceOrder, query);
  const content = await executor
    .selectFrom(page)
    .innerJoin(table.as("named"), "named.id", "page.id")
    .select(["named.id", "named.name"])
    .orderBy("page.place")
    .execute();
  return { content, total: count };
}
