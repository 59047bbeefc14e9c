import type { projectSorts, ProjectQuery } from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import { conditionsOf, listingsFor, wordsOf } from "./filters.sql.ts";

type Sort = (typeof projectSorts)[number];

export interface SummaryRow {
  id: number;
  name: string;
  externalId: string | null;
  registryId: number;
  registryName: string;
  registryUrl: string | null;
  developerId: number;
  developerName: string;
  projectTypeId: number;
  projectTypeName: string;
  countries: string[];
  continent: string | null;
  sdgs: number[];
  status: string;
  categories: number;
  investmentAvailable: boolean;
  available: number;
  issued: number;
  yearMin: number | null;
  yearMax: number | null;
  priceFrom: number | null;
  priceTo: number | null;
  creditTypes: number;
  images: { imageId: number; alt: string }[];
  labels: { kind: string; detail: string; source: string; asOf: string }[];
  sponsoringExpectedImpact: string | null;
  sponsoringFrom: string | null;
  sponsoringTo: string | null;
  financingExpectedCredits: number | null;
  financingFrom: string | null;
  financingTo: string | null;
  financingPriceCents: number | null;
  financingCreditingPeriod: number[] | null;
  financingMethodology: string | null;
  demonstration: boolean;
}

/** Of project `o` with its listing `l`, its stock `s`, and what listingsFor answers. */
export const summaryColumns = sql`
  o.id, o.name, o.external_id as "externalId", o.registry_id as "registryId", r.name as "registryName",
  o.registry_url as "registryUrl", o.developer_id as "developerId", d.name as "developerName",
  o.project_type_id as "projectTypeId", t.name as "projectTypeName", o.countries, o.continent, o.sdgs,
  o.investment_available as "investmentAvailable", o.demonstration,
  o.sponsoring_expected_impact as "sponsoringExpectedImpact", o.sponsoring_from as "sponsoringFrom",
  o.sponsoring_to as "sponsoringTo", o.financing_expected_credits as "financingExpectedCredits",
  o.financing_from as "financingFrom", o.financing_to as "financingTo",
  o.financing_price_cents as "financingPriceCents", o.financing_crediting_period as "financingCreditingPeriod",
  o.financing_methodology as "financingMethodology",
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt) order by i.position, i.id), '[]')
    from project_images i where i.project_id = o.id) as images,
  (select coalesce(json_agg(json_build_object('kind', b.kind, 'detail', b.detail, 'source', b.source, 'asOf', b.as_of)
    order by b.kind, b.detail), '[]') from project_labels b where b.project_id = o.id) as labels`;

export const summaryJoins = sql`
  join registries r on r.id = o.registry_id
  join developers d on d.id = o.developer_id
  join project_types t on t.id = o.project_type_id`;

// What can be bought now comes first, what is gone comes last; the same order settles ties of relevance.
const usefulFirst = sql`case status when 'AVAILABLE' then 0 when 'CONTACT_REQUIRED' then 1 when 'COMING_SOON' then 2
  when 'TEMPORARILY_UNAVAILABLE' then 3 else 4 end, year_max desc nulls last, available desc`;

const columnOf = { name: "name_key", price: "price", availableCredits: "available" } as const;

/** Unique in the end, by the id, so that pages neither repeat nor lose a project. */
function orderOf(query: ProjectQuery): RawBuilder<unknown> {
  const keys = query.sort.length > 0 ? query.sort : [{ field: "relevance", direction: "asc" }];
  const parts = keys.map(({ field, direction }) => {
    if (field === "relevance")
      return query.q ? sql`exact desc, rank desc, ${usefulFirst}` : usefulFirst;
    const column =
      field === "newest" ? "year_max" : columnOf[field as Exclude<Sort, "relevance" | "newest">];
    // Without a price or a year: last, either way round.
    return sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`;
  });
  return sql`${sql.join(parts)}, project_id`;
}

/** One page of the projects that a query finds, how many there are in all, and their tonnes on sale. */
export async function findProjects(executor: Executor, query: ProjectQuery) {
  const conditions = Object.values(conditionsOf(query));
  const rank = sql`x.external_key = w.key as exact, ts_rank(x.heading, w.query) as rank`;
  const order = orderOf(query);
  const { rows } = await sql<SummaryRow & { totalElements: number; availableCredits: number }>`
    with ${wordsOf(query)},
    found as materialized (
      select l.project_id, l.name_key, l.categories, l.credit_types, l.year_min, l.year_max, l.price_from, l.price_to,
        p.price, a.available, s.issued, e.status${query.q ? sql`, ${rank}` : sql``}
      from ${listingsFor(query)}
      where ${sql.join(conditions, sql` and `)}
    ),
    page as (
      select *, row_number() over (order by ${order}) as place from (
        select * from found order by ${order}
        limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint
      ) top
    )
    select total.*, content.* from
      (select count(*) as "totalElements", coalesce(sum(available), 0) as "availableCredits" from found) total
      left join (
        select ${summaryColumns}, g.status, g.categories, g.available, g.issued, g.year_min as "yearMin",
          g.year_max as "yearMax", g.price_from as "priceFrom", g.price_to as "priceTo",
          g.credit_types as "creditTypes", g.place
        from page g join projects o on o.id = g.project_id ${summaryJoins}
      ) content on true
    order by content.place`.execute(executor);
  const { totalElements, availableCredits } = rows[0]!;
  // Beyond the last page there is one row, with the totals alone.
  return { totalElements, availableCredits, content: rows.filter(({ id }) => id !== null) };
}
