import { sql, type SqlBool } from "kysely";
import type { CreditType } from "@tonneline/contract/catalogue";
import type { holdingSorts } from "@tonneline/contract/portfolio";
import type { Executor } from "../../core/db.ts";

const sortColumns = {
  projectName: "l.name_key",
  year: "v.year",
  purchased: "h.purchased",
  inProgress: "h.in_progress",
  retired: "h.retired",
  available: sql<number>`h.purchased - h.in_progress - h.retired`,
} as const satisfies Record<(typeof holdingSorts)[number], unknown>;

export interface HoldingFilter {
  q?: string | undefined;
  vintageId?: number | undefined;
  year?: number[] | undefined;
  creditType?: CreditType[] | undefined;
  sort: { field: (typeof holdingSorts)[number]; direction: "asc" | "desc" }[];
}

/** The operators' listings have names and words without accents, signs and capitals, of hidden projects too. */
function held(executor: Executor, companyId: number) {
  return executor
    .selectFrom("holdings as h")
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .innerJoin("managed_listings as l", "l.project_id", "v.project_id")
    .where("h.company_id", "=", companyId);
}

/** Whether a holding is among those that are looked for: it has every word of the search. */
function isFound({ q, vintageId, year, creditType }: HoldingFilter) {
  const conditions = [
    q &&
      sql<SqlBool>`l.words like all (array(
        select '%' || word || '%' from unnest(string_to_array(fold_text(${q}::text), ' ')) word))`,
    vintageId && sql<SqlBool>`h.vintage_id = ${vintageId}`,
    year && sql<SqlBool>`v.year = any(${year}::integer[])`,
    creditType && sql<SqlBool>`v.credit_type = any(${creditType}::text[])`,
  ].filter((each) => typeof each === "object");
  return conditions.length > 0
    ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
    : sql<SqlBool>`true`;
}

/** The ids in their order; names are read afterwards, for the rows that are wanted alone. */
function sortedIds(executor: Executor, companyId: number, filter: HoldingFilter) {
  let query = held(executor, companyId).select("h.vintage_id").where(isFound(filter));
  for (const { field, direction } of filter.sort)
    query = query.orderBy(sortColumns[field], direction);
  return query.orderBy("l.name_key").orderBy("v.year", "desc").orderBy("h.vintage_id");
}

const columns = [
  "h.vintage_id as vintageId",
  "p.id as projectId",
  "p.name as projectName",
  "p.external_id as externalId",
  "r.id as registryId",
  "r.name as registryName",
  "t.id as typeId",
  "t.name as typeName",
  "p.countries",
  "v.year",
  "v.credit_type as creditType",
  "v.expected_delivery as expectedDelivery",
  "v.delivery_state as deliveryState",
  "h.purchased",
  "h.in_progress as inProgress",
  "h.retired",
] as const;

function rowsOf(executor: Executor, companyId: number, ids: ReturnType<typeof sortedIds>) {
  const wanted = executor
    .selectFrom(ids.as("ids"))
    .select("vintage_id")
    .select(sql<number>`row_number() over ()`.as("place"));
  return executor
    .selectFrom(wanted.as("wanted"))
    .innerJoin("holdings as h", (join) =>
      join.onRef("h.vintage_id", "=", "wanted.vintage_id").on("h.company_id", "=", companyId),
    )
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .innerJoin("projects as p", "p.id", "v.project_id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .select(columns)
    .orderBy("wanted.place");
}

/** All of it is sorted with its names at once: looking them up afterwards would read every table twice. */
function everything(executor: Executor, companyId: number) {
  return held(executor, companyId)
    .innerJoin("projects as p", "p.id", "v.project_id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .select(columns)
    .orderBy("l.name_key")
    .orderBy("v.year", "desc")
    .orderBy("h.vintage_id");
}

/** All that a company holds, by project and then from the latest year on. */
export function allHoldings(executor: Executor, companyId: number) {
  return everything(executor, companyId).execute();
}
export type HoldingRow = Awaited<ReturnType<typeof allHoldings>>[number];

/** The same as it comes. */
export function holdingStream(executor: Executor, companyId: number) {
  return everything(executor, companyId).stream(500);
}

/** A page of a company's holdings, how many are found, and the years of all of them. */
export async function holdingPage(
  executor: Executor,
  companyId: number,
  filter: HoldingFilter & { page: number; size: number },
) {
  const ids = sortedIds(executor, companyId, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, all] = await Promise.all([
    rowsOf(executor, companyId, ids).execute(),
    held(executor, companyId)
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere(isFound(filter)).as("count"),
        sql<number[]>`coalesce(array_agg(distinct v.year order by v.year desc), '{}')`.as("years"),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...all };
}
