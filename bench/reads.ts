import { parse as parseQuery } from "node:querystring";
import { facetsQuery } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import type { Db } from "../api/src/core/db.ts";

/** A call that changes nothing, and the statements behind it. */
export interface Read {
  path: string;
  statements: (handle: Db) => Promise<unknown>;
}

/** Every filter of the catalogue by itself, some in pairs, and words from one that few have to one that all have. */
export const eachFilter = [
  "category=FINANCING",
  "category=SPONSORING",
  "continent=Africa",
  "country=IN&country=BR",
  "projectType=1&projectType=2&projectType=3",
  "registry=1",
  "developer=1&developer=2",
  "sdg=13&sdg=15",
  "creditType=EX_ANTE",
  "impactType=REMOVAL_SHORT",
  "claimType=CONTRIBUTION",
  "label=CCP",
  "status=AVAILABLE&status=COMING_SOON",
  "vintageFrom=2019&vintageTo=2020",
  "priceFrom=5&priceTo=20",
  "availableOnly=true",
  "continent=Asia&continent=Africa&availableOnly=true&priceTo=50",
  "q=VCS1764",
  "q=mangroove%20kenia",
  "q=energy",
  "q=pro",
];

/** A page of the list for a query string. */
export const list = (query: string): Read => ({
  path: `/projects?${query}`,
  statements: (handle) => leanPage(handle, query),
});

/** The facets for a query string. */
export const facets = (query: string): Read => ({
  path: `/projects/facets?${query}`,
  statements: (handle) => leanCounts(handle, query),
});

/*
 * What somebody would write who answers from the database with as little as can be: of the filters those that the bench
 * uses together, words only by the name, no sold-out, no mixed order, a card without its pictures and labels; of the
 * facets three.
 */
function leanConditions(query: string) {
  const { continent, country, sdg, priceTo, vintageFrom, q } = facetsQuery.parse(
    withoutPage(query),
  );
  // Only those that are given: each text has the plan that fits it.
  const conditions = [
    sql`not p.hidden and p.status = 'AVAILABLE' and l.sellable`,
    ...(continent ? [sql`p.continent = any(${continent})`] : []),
    ...(country ? [sql`p.countries && ${country}`] : []),
    ...(sdg ? [sql`p.sdgs && ${sdg}::smallint[]`] : []),
    ...(priceTo === undefined ? [] : [sql`l.price_from <= ${priceTo * 100}`]),
    ...(vintageFrom === undefined ? [] : [sql`l.year_max >= ${vintageFrom}`]),
    ...(q === undefined ? [] : [sql`l.words like ${`%${q}%`}`]),
  ];
  return sql.join(conditions, sql` and `);
}

function withoutPage(query: string) {
  const { page: _page, size: _size, sort: _sort, ...filters } = parseQuery(query);
  return filters;
}

async function leanPage(handle: Db, query: string): Promise<void> {
  await sql`select p.id, p.name, p.external_id, p.countries, p.continent, p.sdgs, p.status, l.price_from, l.price_to,
      l.year_min, l.year_max, (select sum(s.available) from vintage_stock s where s.project_id = p.id) as available, t.name as type, d.name as developer, r.name as registry
    from projects p join managed_listings l on l.project_id = p.id
      join project_types t on t.id = p.project_type_id join developers d on d.id = p.developer_id
      join registries r on r.id = p.registry_id
    where ${leanConditions(query)} order by l.price_from, p.id limit 24`.execute(handle);
  await sql`select count(*) from projects p join managed_listings l on l.project_id = p.id
    where ${leanConditions(query)}`.execute(handle);
}

async function leanCounts(handle: Db, query: string): Promise<void> {
  for (const column of ["continent", "project_type_id", "registry_id"]) {
    await sql`select p.${sql.ref(column)}, count(*) from projects p join managed_listings l on l.project_id = p.id
      where ${leanConditions(query)} group by 1 order by 2 desc`.execute(handle);
  }
}
