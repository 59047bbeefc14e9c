import { sql, type SqlBool } from "kysely";
import type { CreditType } from "@tonneline/contract/catalogue";
import type { HoldingGroup, holdingSorts } from "@tonneline/contract/portfolio";
import type { Executor } from "../../core/db.ts";
import { heldOf, type Whose } from "./holdings.sql.ts";
import { paidOf } from "./summary.sql.ts";

const sortColumns = {
  projectName: "l.name_key",
  year: "v.year",
  purchased: "h.purchased",
  inProgress: "h.in_progress",
  retired: "h.retired",
  available: "h.available",
} as const satisfies Record<(typeof holdingSorts)[number], unknown>;

/** The key of each grouping, and the order of its groups. */
const groupColumns = {
  project: { key: sql<string>`v.project_id::text`, order: ["l.name_key", "v.project_id"] },
  claim: { key: sql<string>`v.claim_type`, order: ["v.claim_type"] },
  year: { key: sql<string>`v.year::text`, order: ["v.year desc"] },
} as const satisfies Record<HoldingGroup, unknown>;

export interface HoldingFilter {
  q?: string | undefined;
  vintageId?: number[] | undefined;
  year?: number[] | undefined;
  creditType?: CreditType[] | undefined;
  group?: HoldingGroup | undefined;
  sort: { field: (typeof holdingSorts)[number]; direction: "asc" | "desc" }[];
}

/** Joins `managed_listings` for names and words without accents, punctuation or capitals; it includes hidden projects. */
function held(executor: Executor, whose: Whose) {
  return executor
    .selectFrom(heldOf(whose).as("h"))
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .innerJoin("managed_listings as l", "l.project_id", "v.project_id");
}

/** Returns whether a holding matches the filter, with every word of the search; punctuation alone matches nothing. */
function isFound({ q, vintageId, year, creditType }: HoldingFilter) {
  const conditions = [
    q &&
      sql<SqlBool>`fold_text(${q}::text) <> '' and l.words like all (array(
        select '%' || word || '%' from unnest(string_to_array(fold_text(${q}::text), ' ')) word))`,
    vintageId && sql<SqlBool>`h.vintage_id = any(${vintageId}::integer[])`,
    year && sql<SqlBool>`v.year = any(${year}::integer[])`,
    creditType && sql<SqlBool>`v.credit_type = any(${creditType}::text[])`,
  ].filter((each) => typeof each === "object");
  return conditions.length > 0
    ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
    : sql<SqlBool>`true`;
}

/** The ids in order; names are read afterwards, only for the requested rows. */
function sortedIds(executor: Executor, whose: Whose, filter: HoldingFilter) {
  let query = held(executor, whose).select("h.vintage_id").where(isFound(filter));
  for (const column of filter.group ? groupColumns[filter.group].order : [])
    query = query.orderBy(sql.raw(column));
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
  "v.claim_type as claimType",
  "v.expected_delivery as expectedDelivery",
  "v.delivery_state as deliveryState",
  "h.purchased",
  "h.in_progress as inProgress",
  "h.retired",
  "h.available",
] as const;

function rowsOf(executor: Executor, whose: Whose, ids: ReturnType<typeof sortedIds>) {
  // Limits the sum of payments to these vintages instead of all that the company ever bought.
  const paid = paidOf(whose, sql`array(select vintage_id from wanted)`);
  return executor
    .with(
      (cte) => cte("wanted").materialized(),
      (db) =>
        db
          .selectFrom(ids.as("ids"))
          .select("vintage_id")
          .select(sql<number>`row_number() over ()`.as("place")),
    )
    .selectFrom("wanted")
    .innerJoin(heldOf(whose).as("h"), "h.vintage_id", "wanted.vintage_id")
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .innerJoin("projects as p", "p.id", "v.project_id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .leftJoin(paid.as("paid"), "paid.vintage_id", "h.vintage_id")
    .select(columns)
    .select(sql<number>`coalesce(paid.cents, 0)`.as("cents"))
    .select(sql<number>`coalesce(paid.last_tonnes, 0)`.as("lastBought"))
    .orderBy("wanted.place");
}

/** Sorts everything with its names at once: looking them up afterwards would read every table twice. */
function everything(executor: Executor, whose: Whose) {
  return held(executor, whose)
    .innerJoin("projects as p", "p.id", "v.project_id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .leftJoin(paidOf(whose).as("paid"), "paid.vintage_id", "h.vintage_id")
    .select(columns)
    .select(sql<number>`coalesce(paid.cents, 0)`.as("cents"))
    .select(sql<number>`coalesce(paid.last_tonnes, 0)`.as("lastBought"))
    .orderBy("l.name_key")
    .orderBy("v.year", "desc")
    .orderBy("h.vintage_id");
}

/** Streams all holdings, by project and then latest year first. */
export function holdingStream(executor: Executor, whose: Whose) {
  return everything(executor, whose).stream(500);
}
export type HoldingRow =
  ReturnType<typeof holdingStream> extends AsyncIterable<infer Row> ? Row : never;

/** Returns a page of holdings, the number found, the years of all holdings, and the groups of the rows on the page. */
export async function holdingPage(
  executor: Executor,
  whose: Whose,
  filter: HoldingFilter & { page: number; size: number },
) {
  const ids = sortedIds(executor, whose, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, all, groups] = await Promise.all([
    rowsOf(executor, whose, ids).execute(),
    countOf(executor, whose, filter),
    groupsOf(executor, whose, filter, ids),
  ]);
  return { rows, ...all, groups };
}

/** Returns the number of holdings found, and the distinct years of all holdings. */
async function countOf(executor: Executor, whose: Whose, filter: HoldingFilter) {
  // The planner skips this join unless a search needs the names.
  const years = executor
    .selectFrom(heldOf(whose).as("h"))
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .leftJoin("managed_listings as l", "l.project_id", "v.project_id")
    .select((eb) => ["v.year", eb.fn.countAll<number>().filterWhere(isFound(filter)).as("found")])
    .groupBy("v.year");
  return await executor
    .selectFrom(years.as("years"))
    .select([
      sql<number>`coalesce(sum(found), 0)::bigint`.as("count"),
      sql<number[]>`coalesce(array_agg(year order by year desc), '{}')`.as("years"),
    ])
    .executeTakeFirstOrThrow();
}

async function groupsOf(
  executor: Executor,
  whose: Whose,
  filter: HoldingFilter,
  ids: ReturnType<typeof sortedIds>,
) {
  if (!filter.group) return [];
  const { key } = groupColumns[filter.group];
  return await held(executor, whose)
    .select((eb) => [
      key.as("key"),
      eb.fn.countAll<number>().as("holdings"),
      sql<number>`sum(h.purchased)::bigint`.as("purchased"),
      sql<number>`sum(h.retired)::bigint`.as("retired"),
      sql<number>`sum(h.available)::bigint`.as("available"),
    ])
    .where(isFound(filter))
    .where(
      sql<SqlBool>`${key} in (select ${key} from (${ids}) wanted join vintages v on v.id = wanted.vintage_id)`,
    )
    .groupBy(key)
    .execute();
}
