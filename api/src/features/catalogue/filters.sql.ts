import {
  categories,
  claimTypes,
  creditTypes,
  impactTypes,
  labelKinds,
  type ProjectFilters,
} from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import { cents } from "../../core/money.ts";
import { bitsOf, goalBits } from "./bits.rules.ts";

export type Condition = RawBuilder<boolean | null>;

/*
 * Every filter is in every statement, given or not ("… is null or …"): the set of texts stays small, so that each is
 * planned once a connection, and a caller cannot fill the server's memory with prepared statements by mixing filters.
 */
function given<T>(value: T | null, type: string, test: (value: RawBuilder<T>) => Condition) {
  const parameter = sql<T>`${value}::${sql.raw(type)}`;
  return sql<boolean | null>`(${parameter} is null or ${test(parameter)})`;
}

function among(column: RawBuilder<unknown>, values: readonly unknown[] | undefined, type: string) {
  return given(values ? [...values] : null, type, (list) => sql`${column} = any(${list})`);
}

function anyBit(column: RawBuilder<unknown>, bits: number | null) {
  return given(bits, "integer", (wanted) => sql`${column} & ${wanted} <> 0`);
}

function anyCode<T extends string>(
  column: RawBuilder<unknown>,
  codes: readonly T[],
  chosen: readonly T[] | undefined,
) {
  return anyBit(column, chosen ? bitsOf(codes, chosen) : null);
}

/** What listing `l` with its `price` and effective status `e.status` must be; the last word on each filter's meaning. */
export function conditionsOf(filters: ProjectFilters) {
  const { vintageFrom, vintageTo, priceFrom, priceTo } = filters;
  const anyYear = vintageFrom === undefined && vintageTo === undefined;
  return {
    category: sql<boolean>`l.categories & ${bitsOf(categories, [filters.category])}::integer <> 0`,
    continent: among(sql`l.continent`, filters.continent, "text[]"),
    country: given(
      filters.country ?? null,
      "text[]",
      (countries) => sql`l.countries && ${countries}`,
    ),
    projectType: among(sql`l.project_type_id`, filters.projectType, "integer[]"),
    registry: among(sql`l.registry_id`, filters.registry, "integer[]"),
    developer: among(sql`l.developer_id`, filters.developer, "integer[]"),
    sdg: anyBit(sql`l.sdgs`, filters.sdg ? goalBits(filters.sdg) : null),
    creditType: anyCode(sql`l.credit_types`, creditTypes, filters.creditType),
    impactType: anyCode(sql`l.impact_types`, impactTypes, filters.impactType),
    claimType: anyCode(sql`l.claim_types`, claimTypes, filters.claimType),
    label: anyCode(sql`l.labels`, labelKinds, filters.label),
    status: among(sql`e.status`, filters.status, "text[]"),
    availableOnly: given(
      filters.availableOnly ? true : null,
      "boolean",
      () => sql`e.status = 'AVAILABLE'`,
    ),
    // A year of an active vintage, not just a span around it: a project of 2016 and 2022 has none of 2019.
    vintage: given(anyYear ? null : (vintageFrom ?? 0), "smallint", (from) => {
      const to = sql`${vintageTo ?? 9999}::smallint`;
      return sql`(l.year_min <= ${to} and l.year_max >= ${from}
        and (l.year_min >= ${from} or l.year_max <= ${to}
          or exists (select from unnest(l.years) year where year between ${from} and ${to})))`;
    }),
    // By the "from" price that cards show and the histogram counts: no card shows a price outside the range asked for.
    price: sql<boolean | null>`(${given(
      priceFrom === undefined ? null : cents(priceFrom),
      "bigint",
      (from) => sql`p.price >= ${from}`,
    )} and ${given(
      priceTo === undefined ? null : cents(priceTo),
      "bigint",
      (to) => sql`p.price <= ${to}`,
    )})`,
  };
}

/**
 * Listings `l` with price `p.price` in cents, tonnes on sale `a.available` and effective status `e.status`; with words
 * to search for also their search row `x` and the query `w.query`. The price is the average of the financing in that
 * category, else the lowest of the active vintages.
 */
export function listingsFor(filters: ProjectFilters): RawBuilder<unknown> {
  const searched = sql`
    join project_searches x on x.project_id = l.project_id
    join words w on x.document @@ w.query`;
  return sql`
    project_listings l
    ${filters.q ? searched : sql``}
    join project_stock s on s.project_id = l.project_id
    cross join lateral (
      select case when ${filters.category === "FINANCING"}::boolean then l.financing_price else l.price_from end as price
    ) p
    cross join lateral (
      -- Credits of withdrawn vintages are in the project's stock, but not on sale.
      select s.available - case when l.withdrawn then (
        select coalesce(sum(k.available), 0) from vintages v join vintage_stock k on k.vintage_id = v.id
        where v.project_id = l.project_id and v.status = 'WITHDRAWN') else 0 end as available
    ) a
    cross join lateral (
      select case when l.status = 'AVAILABLE' and l.sellable and a.available = 0 then 'SOLD_OUT' else l.status end as status
    ) e`;
}

/** The words that are searched for, as the CTE `words`; it comes first in a `with`. */
export function wordsOf(filters: ProjectFilters): RawBuilder<unknown> {
  // "VCS 1764", "vcs-1764" and "VCS1764" are the same id.
  return sql`words as materialized (select search_query(${filters.q ?? ""}) as query,
    replace(fold_text(${filters.q ?? ""}), ' ', '') as key)`;
}
