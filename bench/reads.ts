import { parse as parseQuery } from "node:querystring";
import { facetsQuery } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import type { Db } from "../api/src/core/db.ts";

/** A read-only call, and the statements behind it. */
export interface Read {
  path: string;
  statements: (handle: Db) => Promise<unknown>;
}

/** Every filter of the catalogue alone, some in pairs, and words from one that few projects have to one that all have. */
export const filterQueries = [
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

/* The leanest answers one could write on the database: only the filters that the bench combines, words by name alone,
   no sold-out projects, no mixed order, cards without pictures and labels, and three of the facets. */
function leanConditions(query: string) {
  const { continent, country, sdg, priceTo, vintageFrom, q } = facetsQuery.parse(
    withoutPage(query),
  );
  // Only the given ones: each statement text gets the plan that fits it.
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

/** A project's page by id; the limit is the single statement that returns all of it except for its record and its pictures. */
export const page = (): Read => ({
  path: "/projects/",
  statements: (handle) => leanProject(handle, 1),
});

async function leanProject(handle: Db, id: number): Promise<void> {
  await sql`select p.*, r.name as registry, d.name as developer, t.name as type, a.name as auditor,
      (select json_agg(v order by v.year desc) from (select x.id, x.year, x.impact_type, x.claim_type, x.methodology,
          x.price_cents, x.credit_type, s.available from vintages x join vintage_stock s on s.vintage_id = x.id
        where x.project_id = p.id and x.status = 'ACTIVE') v) as vintages,
      (select json_agg(c) from project_documents c where c.project_id = p.id) as documents,
      (select json_agg(h order by h.id desc) from project_changes h where h.project_id = p.id) as changes,
      (select json_agg(n) from report_projects m join reports n on n.id = m.report_id
        where m.project_id = p.id and not n.hidden) as reports
    from projects p join registries r on r.id = p.registry_id join developers d on d.id = p.developer_id
      join project_types t on t.id = p.project_type_id left join auditors a on a.id = p.auditor_id
    where p.id = ${id} and not p.hidden`.execute(handle);
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
