import {
  categories,
  claimTypes,
  creditTypes,
  impactTypes,
  labelKinds,
  type ProjectFilters,
} from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import { conditionsOf, listingsFor, wordsOf } from "./filters.sql.ts";

/** The most frequent developers; thousands more have one project each and are found by searching. */
const developersShown = 100;
const priceBars = 24;

export interface FacetRow {
  facet: string;
  /** An id, a code, or the number of a bit or a bar. */
  id: string;
  name: string | null;
  /** Projects; for `bounds` cents, for `vintages` a year. */
  n: number;
}

/**
 * Counts for all facets in one statement. A facet counts what fails no filter but its own: each listing gets a bit for
 * each filter that it fails, and those that fail more than one count nowhere. They are grouped by what several facets
 * have in common first, so that sets and lists are taken apart once a combination and not once a project.
 */
export async function countFacets(
  executor: Executor,
  filters: ProjectFilters,
): Promise<FacetRow[]> {
  const conditions = conditionsOf(filters);
  const names = Object.keys(conditions) as (keyof typeof conditions)[];
  const failedBits = names.map(
    (name, n) => sql`case when ${conditions[name]} then 0 else ${sql.lit(1 << n)} end`,
  );
  /** Fails no filter, but perhaps that of its own facet. */
  const counts = (own: keyof typeof conditions) =>
    sql`failed & ${sql.lit(~(1 << names.indexOf(own)))} = 0`;
  const chosen = (ids: readonly number[] | undefined) => sql`${ids ? [...ids] : []}::integer[]`;

  const bits = (facet: string, column: string, count: number, own: keyof typeof conditions) =>
    sql`select ${sql.lit(facet)}, bit::text, null, sum(n) from traits
      cross join generate_series(0, ${sql.lit(count - 1)}) bit
      where ${counts(own)} and ${sql.ref(column)} & (1 << bit) <> 0 group by bit`;
  // What was chosen is named even when nothing is left of it: the screen must show what to take back.
  const named = (
    facet: string,
    directory: string,
    counted: RawBuilder<unknown>,
    ids: readonly number[] | undefined,
  ) => sql`select ${sql.lit(facet)}, d.id::text, d.name, coalesce(c.n, 0)
      from (${counted}) c full join unnest(${chosen(ids)}) given on given = c.id
      join ${sql.table(directory)} d on d.id = coalesce(c.id, given)`;

  const { rows } = await sql<FacetRow>`
    with ${wordsOf(filters)},
    near as materialized (
      select * from (
        select l.categories, l.registry_id, l.credit_types, l.impact_types, l.claim_types, l.labels, e.status,
          l.project_type_id, l.sdgs, l.continent, l.countries, l.developer_id, l.year_min, l.year_max, p.price,
          ${sql.join(failedBits, sql` | `)} as failed
        from ${listingsFor(filters)}
        offset 0
      ) listing where failed & (failed - 1) = 0
    ),
    traits as materialized (
      select failed, categories, registry_id, credit_types, impact_types, claim_types, labels, status, count(*) as n
      from near group by failed, categories, registry_id, credit_types, impact_types, claim_types, labels, status
    ),
    kinds as materialized (
      select failed, project_type_id, sdgs, count(*) as n from near group by failed, project_type_id, sdgs
    ),
    places as materialized (
      select failed, continent, countries, count(*) as n from near group by failed, continent, countries
    ),
    bounds as materialized (
      select array_agg(distinct cents order by cents) as cents from (
        select round(exp(ln(low) + (ln(high) - ln(low)) * step / ${sql.lit(priceBars)}::float8))::bigint as cents
        from (select min(price)::float8 as low, max(price)::float8 as high from near where ${counts("price")}) prices,
          generate_series(0, ${sql.lit(priceBars)}) step
        where low is not null
      ) bound
    )
    ${sql.join(
      [
        sql`select 'continents' as facet, continent as id, null as name, sum(n) as n from places
          where ${counts("continent")} and continent is not null group by continent`,
        sql`select 'countries', country, null, sum(n) from places cross join unnest(countries) country
          where ${counts("country")} group by country`,
        sql`select 'statuses', status, null, sum(n) from traits where ${counts("status")} group by status`,
        bits("categories", "categories", categories.length, "category"),
        bits("creditTypes", "credit_types", creditTypes.length, "creditType"),
        bits("impactTypes", "impact_types", impactTypes.length, "impactType"),
        bits("claimTypes", "claim_types", claimTypes.length, "claimType"),
        bits("labels", "labels", labelKinds.length, "label"),
        sql`select 'sdgs', (bit + 1)::text, null, sum(n) from kinds cross join generate_series(0, 16) bit
          where ${counts("sdg")} and sdgs & (1 << bit) <> 0 group by bit`,
        named(
          "projectTypes",
          "project_types",
          sql`select project_type_id as id, sum(n) as n from kinds where ${counts("projectType")} group by 1`,
          filters.projectType,
        ),
        named(
          "registries",
          "registries",
          sql`select registry_id as id, sum(n) as n from traits where ${counts("registry")} group by 1`,
          filters.registry,
        ),
        named(
          "developers",
          "developers",
          sql`select developer_id as id, count(*) as n from near where ${counts("developer")} group by 1
            order by developer_id = any(${chosen(filters.developer)}) desc, n desc, 1
            limit ${sql.lit(developersShown)} + cardinality(${chosen(filters.developer)})`,
          filters.developer,
        ),
        sql`select 'vintages', 'min', null, min(year_min) from near where ${counts("vintage")}`,
        sql`select 'vintages', 'max', null, max(year_max) from near where ${counts("vintage")}`,
        sql`select 'bounds', place::text, null, bound from bounds, unnest(cents) with ordinality as b (bound, place)`,
        // The highest price belongs to the last bar.
        sql`select 'prices', least(width_bucket(price, cents), cardinality(cents) - 1)::text, null, count(*)
          from near, bounds where ${counts("price")} and price is not null group by 2`,
      ],
      sql` union all `,
    )}`.execute(executor);
  return rows;
}
