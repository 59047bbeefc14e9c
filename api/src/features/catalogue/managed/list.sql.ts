import { sql, type SqlBool } from "kysely";
import type { AvailabilityStatus, Category } from "@tonneline/contract/catalogue";
import type { ManagedProjectQuery, choiceLists } from "@tonneline/contract/managedProjects";
import type { Executor } from "../../../core/db.ts";
import type { KeyedImage } from "../../../core/pictures.ts";

// Credits of withdrawn vintages are in the project's stock, but not on sale.
const available = sql<number>`(project_stock.available - case when l.withdrawn then (
  select coalesce(sum(k.available), 0) from vintages v join vintage_stock k on k.vintage_id = v.id
  where v.project_id = l.project_id and v.status = 'WITHDRAWN') else 0 end)`;

const sortColumns = {
  id: sql`l.project_id`,
  name: sql`l.name_key`,
  externalId: sql`l.external_key`,
  registry: sql`l.registry_key`,
  projectDeveloper: sql`l.developer_key`,
  projectType: sql`l.type_key`,
  status: sql`l.status`,
  availableCredits: available,
  totalCredits: sql`project_stock.issued`,
  priceFrom: sql`l.price_from`,
  hidden: sql`l.hidden`,
  updatedAt: sql`l.updated_at`,
} as const satisfies Record<ManagedProjectQuery["sort"][number]["field"], unknown>;

export type ManagedFilter = Omit<ManagedProjectQuery, "page" | "size">;

const bitOf = { CREDIT_SALE: 1, FINANCING: 2, SPONSORING: 4 } as const satisfies Record<
  Category,
  number
>;

/** The categories that a row's bits stand for. */
export function categoriesOf(bits: number): Category[] {
  return (Object.keys(bitOf) as Category[]).filter((category) => bits & bitOf[category]);
}

function matching(executor: Executor, filter: Omit<ManagedFilter, "sort" | "status">) {
  let query = executor.selectFrom("managed_listings as l");
  for (const word of filter.q?.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8) ?? []) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
    // An external id is found as it is written; names without accents and signs.
    query = query.where(
      sql<SqlBool>`(l.words like ${pattern} or l.words like '%' || nullif(fold_text(${word}), '') || '%')`,
    );
  }
  const where = (condition: ReturnType<typeof sql<SqlBool>>) => (query = query.where(condition));
  if (filter.category) {
    const bits = filter.category.reduce((sum, each) => sum | bitOf[each], 0);
    where(sql<SqlBool>`l.categories & ${bits}::smallint <> 0`);
  }
  if (filter.projectType) where(sql`l.project_type_id = any(${filter.projectType}::integer[])`);
  if (filter.registry) where(sql`l.registry_id = any(${filter.registry}::integer[])`);
  if (filter.developer) where(sql`l.developer_id = any(${filter.developer}::integer[])`);
  if (filter.country) where(sql`l.countries && ${filter.country}::text[]`);
  if (filter.hidden !== undefined) query = query.where("l.hidden", "=", filter.hidden);
  return query;
}

function sorted(executor: Executor, filter: ManagedFilter) {
  let query = matching(executor, filter).innerJoin(
    "project_stock",
    "project_stock.project_id",
    "l.project_id",
  );
  if (filter.status) query = query.where(sql<SqlBool>`l.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) =>
      direction === "asc" ? order.asc().nullsLast() : order.desc().nullsLast(),
    );
  }
  if (filter.sort.length === 0) query = query.orderBy("l.updated_at", "desc");
  return query.orderBy("l.project_id", "desc");
}

// Numbered, so that the rows of a page keep their order while what they show is fetched for them alone.
function rowsOf(executor: Executor, rows: ReturnType<typeof pageOf>) {
  const page = executor
    .selectFrom(rows.as("rows"))
    .selectAll()
    .select(sql<number>`row_number() over ()`.as("place"));
  return executor
    .selectFrom(page.as("page"))
    .innerJoin("projects as p", "p.id", "page.id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("developers as d", "d.id", "p.developer_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .selectAll("page")
    .select([
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

function pageOf(executor: Executor, filter: ManagedFilter) {
  return sorted(executor, filter).select([
    "l.project_id as id",
    "l.status",
    "l.hidden",
    "l.categories",
    "l.sellable",
    "l.year_min as yearMin",
    "l.year_max as yearMax",
    "l.price_from as priceFrom",
    "l.price_to as priceTo",
    "l.updated_at as updatedAt",
    "project_stock.issued",
    available.as("available"),
  ]);
}

export type ManagedRow = Awaited<ReturnType<typeof managedPage>>["rows"][number];

/** A page of projects, and how many there are by status whatever status is asked for. */
export async function managedPage(
  executor: Executor,
  filter: ManagedFilter & { page: number; size: number },
) {
  const page = pageOf(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, found] = await Promise.all([
    rowsOf(executor, page as ReturnType<typeof pageOf>).execute(),
    matching(executor, filter)
      .select(["l.status", sql<number>`count(*)`.as("count")])
      .groupBy("l.status")
      .execute(),
  ]);
  const counts = new Map(found.map(({ status, count }) => [status as AvailabilityStatus, count]));
  return { rows, counts };
}

/** Every project of a filter, as it comes. */
export function managedStream(executor: Executor, filter: ManagedFilter) {
  return rowsOf(executor, pageOf(executor, filter)).stream(500);
}

const choiceTables = {
  registries: "registries",
  developers: "developers",
  auditors: "auditors",
  projectTypes: "project_types",
} as const satisfies Record<(typeof choiceLists)[number], string>;

/** A page of one of the lists that projects choose from, by name, and how many its search finds. */
export async function choicePage(
  executor: Executor,
  query: {
    list: keyof typeof choiceTables;
    q?: string | undefined;
    sort: { direction: "asc" | "desc" }[];
    page: number;
    size: number;
  },
) {
  const table = sql<{ id: number; name: string }>`${sql.table(choiceTables[query.list])}`;
  const pattern = `%${(query.q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await executor
    .selectFrom(table.as("choices"))
    .select(["id", "name", sql<number>`count(*) over ()`.as("count")])
    .where("name", "ilike", pattern)
    .orderBy(sql`lower(name)`, query.sort[0]?.direction ?? "asc")
    .limit(query.size)
    .offset(query.page * query.size)
    .execute();
  const content = rows.map(({ id, name }) => ({ id, name }));
  return { content, total: rows[0]?.count ?? 0 };
}
