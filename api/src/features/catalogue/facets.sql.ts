import type { ProjectFilters } from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import { traitSets, type TraitSet } from "./bits.rules.ts";
import { conditionsOf, isNarrowed, listingsFor } from "./filters.sql.ts";

/** The most frequent developers; thousands more have one project each and are found by searching. */
const developersShown = 100;
/**
 * Prices are counted in steps of one hundredth on the scale of natural logarithms, which is 1 %: step n begins at
 * e^(n / 100) cents. Grouping by the price itself would cost a fifth of the whole statement.
 */
export const priceStepsPerE = 100;

export interface FacetRow {
  facet: string;
  /** An id, a code, a place in a list of codes, or a price step. */
  id: string;
  name: string | null;
  /** Projects; for `vintages` a year. */
  n: number;
}

type Filter = keyof ReturnType<typeof conditionsOf>;

/**
 * Counts for all facets in one statement. A facet counts what fails no filter but its own: each listing gets a bit for
 * each filter that it fails, and those that fail more than one count nowhere. They are grouped by what several facets
 * have in common first, so that sets and lists are taken apart once a combination and not once a project.
 */
export async function countFacets(
  executor: Executor,
  filters: ProjectFilters,
): Promise<FacetRow[]> {
  const { category, ...others } = conditionsOf(filters);
  const order: Filter[] = ["category", ...(Object.keys(others) as (keyof typeof others)[])];
  const bit = (filter: Filter) => sql.lit(1 << order.indexOf(filter));
  const failed = (filter: Filter, condition: RawBuilder<unknown>) =>
    sql`case when ${condition} then 0 else ${bit(filter)} end`;
  const failedOthers = Object.entries(others).map(([name, each]) => failed(name as Filter, each));
  /** Fails no filter, but perhaps that of its own facet. */
  const counts = (own: Filter) => sql`failed & ~${bit(own)} = 0`;

  const traits = (facet: string, set: TraitSet) => {
    const { codes, firstBit } = traitSets[set];
    return sql`select ${sql.lit(facet)}, nth::text, null, sum(n)
      from traits cross join generate_series(0, ${sql.lit(codes.length - 1)}) nth
      where ${counts(set)} and traits & (1 << (nth + ${sql.lit(firstBit)})) <> 0 group by nth`;
  };
  // What was chosen is named even when nothing is left of it: the screen must show what to take back.
  const named = (facet: string, directory: string, counted: RawBuilder<unknown>, ids: IdList) =>
    sql`select ${sql.lit(facet)}, d.id::text, d.name, coalesce(c.n, 0)
      from (${counted}) c full join unnest(${ids}) given on given = c.id
      join ${sql.table(directory)} d on d.id = coalesce(c.id, given)`;
  const developers = idList(filters.developer);

  const { rows } = await sql<FacetRow>`
    with groups as materialized (
      select grouping(registry_id, project_type_id, place, developer_id, price_step) as grouped,
        failed, registry_id, traits, state, project_type_id, sdgs, place, developer_id, price_step,
        count(*)::integer as n, min(year_min) as year_min, max(year_max) as year_max
      from (
        select l.*, ${failed("category", category)} | case when ${isNarrowed(filters)}::boolean
          then ${sql.join(failedOthers, sql` | `)} else 0 end as failed,
          floor(ln(l.price::float8) * ${sql.lit(priceStepsPerE)})::integer as price_step
        from ${listingsFor(filters)}
        offset 0
      ) listing
      where failed & (failed - 1) = 0
      group by grouping sets (
        (failed, registry_id, traits, state), (failed, project_type_id, sdgs), (failed, place),
        (failed, developer_id), (failed, price_step))
    ),
    traits as materialized (select * from groups where grouped = b'01111'::integer),
    kinds as materialized (select * from groups where grouped = b'10111'::integer),
    places as materialized (
      select failed, n, split_part(place, ':', 1) as continent,
        string_to_array(nullif(split_part(place, ':', 2), ''), ',') as countries
      from groups where grouped = b'11011'::integer
    )
    ${sql.join(
      [
        sql`select 'continents' as facet, continent as id, null as name, sum(n) as n from places
          where ${counts("continent")} and continent <> '' group by continent`,
        sql`select 'countries', country, null, sum(n) from places cross join unnest(countries) country
          where ${counts("country")} group by country`,
        sql`select 'statuses', state::text, null, sum(n) from traits where ${counts("status")} group by state`,
        traits("categories", "category"),
        traits("creditTypes", "creditType"),
        traits("impactTypes", "impactType"),
        traits("claimTypes", "claimType"),
        traits("labels", "label"),
        sql`select 'sdgs', goal::text, null, sum(n) from kinds cross join generate_series(1, 17) goal
          where ${counts("sdg")} and sdgs & (1 << (goal - 1)) <> 0 group by goal`,
        named(
          "projectTypes",
          "project_types",
          sql`select project_type_id as id, sum(n) as n from kinds where ${counts("projectType")} group by 1`,
          idList(filters.projectType),
        ),
        named(
          "registries",
          "registries",
          sql`select registry_id as id, sum(n) as n from traits where ${counts("registry")} group by 1`,
          idList(filters.registry),
        ),
        named(
          "developers",
          "developers",
          sql`select developer_id as id, sum(n) as n from groups
            where grouped = b'11101'::integer and ${counts("developer")} group by 1
            order by developer_id = any(${developers}) desc, n desc, 1
            limit ${sql.lit(developersShown)} + cardinality(${developers})`,
          developers,
        ),
        sql`select 'vintages', 'min', null, min(year_min) from traits where ${counts("vintage")}`,
        sql`select 'vintages', 'max', null, max(year_max) from traits where ${counts("vintage")}`,
        sql`select 'prices', price_step::text, null, sum(n) from groups
          where grouped = b'11110'::integer and price_step is not null and ${counts("price")} group by price_step`,
      ],
      sql` union all `,
    )}`.execute(executor);
  return rows;
}

/** Grows with whatever facets count or name, in the transaction that changes it. */
export async function catalogueStamp(executor: Executor): Promise<number> {
  const { number } = await executor
    .selectFrom("catalogue_stamp")
    .select("number")
    .executeTakeFirstOrThrow();
  return number;
}

type IdList = RawBuilder<number[]>;
function idList(ids: readonly number[] = []): IdList {
  return sql<number[]>`${ids}::integer[]`;
}
