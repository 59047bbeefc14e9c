import type { ProjectFilters } from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import { cents } from "../../core/money.ts";
import { goalBits, stateOf, traitBits } from "./bits.rules.ts";

export type Condition = RawBuilder<boolean | null>;

/*
 * Every filter is in every statement, given or not ("… is null or …"): the set of texts stays small, so that each is
 * planned once a connection, and a caller cannot fill the server's memory with prepared statements by mixing filters.
 */
function given<T>(value: T | null, type: string, test: (value: RawBuilder<T>) => Condition) {
  const parameter = sql<T>`${value}::${sql.raw(type)}`;
  return sql<boolean | null>`(${parameter} is null or ${test(parameter)})`;
}

function among(column: string, values: readonly unknown[] | undefined, type: string) {
  return given(values ?? null, type, (list) => sql`${sql.ref(column)} = any(${list})`);
}

function anyBit(column: string, bits: number | undefined) {
  return given(bits ?? null, "integer", (wanted) => sql`${sql.ref(column)} & ${wanted} <> 0`);
}

/** What a listing `l` must be; the last word on each filter's meaning. */
export function conditionsOf(filters: ProjectFilters) {
  const { creditType, impactType, claimType, label, sdg, status } = filters;
  return {
    category: sql<boolean>`l.traits & ${traitBits("category", [filters.category])}::integer <> 0`,
    continent: among("l.continent", filters.continent, "text[]"),
    country: given(filters.country ?? null, "text[]", (list) => sql`l.countries && ${list}`),
    projectType: among("l.project_type_id", filters.projectType, "integer[]"),
    registry: among("l.registry_id", filters.registry, "integer[]"),
    developer: among("l.developer_id", filters.developer, "integer[]"),
    sdg: anyBit("l.sdgs", sdg && goalBits(sdg)),
    creditType: anyBit("l.traits", creditType && traitBits("creditType", creditType)),
    impactType: anyBit("l.traits", impactType && traitBits("impactType", impactType)),
    claimType: anyBit("l.traits", claimType && traitBits("claimType", claimType)),
    label: anyBit("l.traits", label && traitBits("label", label)),
    status: among("l.state", status?.map(stateOf), "smallint[]"),
    availableOnly: given(
      filters.availableOnly || null,
      "boolean",
      () => sql`l.state = ${sql.lit(stateOf("AVAILABLE"))}`,
    ),
    vintage: vintageCondition(filters),
    price: priceCondition(filters),
  };
}

/** A year of an active vintage, not just a span around it: a project of 2016 and 2022 has none of 2019. */
function vintageCondition({ vintageFrom, vintageTo }: ProjectFilters): Condition {
  const first = vintageFrom === undefined && vintageTo === undefined ? null : (vintageFrom ?? 0);
  return given(first, "smallint", (from) => {
    const to = sql`${vintageTo ?? 9999}::smallint`;
    return sql`(l.year_min <= ${to} and l.year_max >= ${from}
      and (l.year_min >= ${from} or l.year_max <= ${to}
        or exists (select from unnest(l.years) year where year between ${from} and ${to})))`;
  });
}

/** By the "from" price that cards show and the histogram counts: no card shows a price outside the range asked for. */
function priceCondition({ priceFrom, priceTo }: ProjectFilters): Condition {
  const low = priceFrom === undefined ? null : cents(priceFrom);
  const high = priceTo === undefined ? null : cents(priceTo);
  return sql`(${given(low, "bigint", (from) => sql`l.price >= ${from}`)}
    and ${given(high, "bigint", (to) => sql`l.price <= ${to}`)})`;
}

const notNarrowing = new Set(["category", "q", "page", "size", "sort"]);

/** Whether anything but the category and the words narrows the list: if not, the conditions need not be tried at all. */
export function isNarrowed(filters: ProjectFilters): boolean {
  return Object.entries(filters).some(
    ([name, value]) => !notNarrowing.has(name) && value !== undefined && value !== false,
  );
}

/**
 * Listings as `l` with their `price` in cents, tonnes on sale as `available` and `issued`, and `state` as it is now: an
 * available project of which nothing is left is sold out. The price is the average of the financing in that category,
 * else the lowest of the active vintages. With words to search for, also `exact` (the id asked for) and, if `ranked`,
 * `rank`. `only` is asked of the row of project_listings `l`, before anything is worked out.
 */
export function listingsFor(
  filters: ProjectFilters,
  { only = sql`true`, ranked = false }: { only?: RawBuilder<unknown>; ranked?: boolean } = {},
): RawBuilder<unknown> {
  const searched = sql`search_projects(${filters.q}, ${ranked}) x
    join project_listings l on l.project_id = x.project_id`;
  // "offset 0" keeps the planner from working the stock out once more at each place of use.
  return sql`(
    select g.*, case when g.own_state = ${sql.lit(stateOf("AVAILABLE"))} and g.sellable and g.available = 0
      then ${sql.lit(stateOf("SOLD_OUT"))} else g.own_state end as state
    from (
      select l.project_id, l.registry_id, l.developer_id, l.project_type_id, l.sdgs, l.traits, l.state as own_state,
        l.sellable, l.year_min, l.year_max, l.place, l.continent, l.countries, l.years, l.name_key, s.issued,
        case when ${filters.category === "FINANCING"}::boolean then l.financing_price else l.price_from end as price,
        -- Credits of withdrawn vintages are in the project's stock, but not on sale.
        s.available - case when l.withdrawn then (
          select coalesce(sum(k.available), 0) from vintages v join vintage_stock k on k.vintage_id = v.id
          where v.project_id = l.project_id and v.status = 'WITHDRAWN') else 0 end as available
        ${filters.q ? sql`, x.exact, x.rank` : sql``}
      from ${filters.q ? searched : sql`project_listings l`}
        join project_stock s on s.project_id = l.project_id
      where ${only}
      offset 0
    ) g
  ) l`;
}
