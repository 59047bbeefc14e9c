import type { ProjectQuery } from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { KeyedImage } from "../../core/pictures.ts";
import { conditionsOf, isNarrowed, listingsFor } from "./filters.sql.ts";

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
  /** Place in `states`. */
  state: number;
  /** Bits of `traitSets`. */
  traits: number;
  investmentAvailable: boolean;
  available: number;
  issued: number;
  yearMin: number | null;
  yearMax: number | null;
  priceFrom: number | null;
  priceTo: number | null;
  images: KeyedImage[];
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

/** Of project `o` with its listing `l`; state, available and issued come from listingsFor. */
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
  l.traits, l.year_min as "yearMin", l.year_max as "yearMax", l.price_from as "priceFrom", l.price_to as "priceTo",
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key) order by i.position, i.id), '[]')
    from project_images i where i.project_id = o.id and i.status = 'READY') as images,
  (select coalesce(json_agg(json_build_object('kind', b.kind, 'detail', b.detail, 'source', b.source, 'asOf', b.as_of)
    order by b.kind, b.detail), '[]') from project_labels b where b.project_id = o.id) as labels`;

export const summaryJoins = sql`
  join registries r on r.id = o.registry_id
  join developers d on d.id = o.developer_id
  join project_types t on t.id = o.project_type_id`;

// What can be bought now comes first, what is gone comes last; the same order settles ties of relevance.
const usefulFirst = sql`state, year_max desc nulls last, available desc`;

const columnOf = {
  name: "name_key",
  price: "price",
  availableCredits: "available",
  newest: "year_max",
} as const;

/** Unique in the end, by the id, so that pages neither repeat nor lose a project. */
function orderOf({ sort, q }: ProjectQuery): RawBuilder<unknown> {
  const relevance = q ? sql`exact desc, rank desc, ${usefulFirst}` : usefulFirst;
  if (sort.length === 0) return sql`${relevance}, project_id`;
  const keys = sort.map(({ field, direction }) =>
    field === "relevance"
      ? relevance
      : // Without a price or a year: last, either way round.
        sql`${sql.ref(columnOf[field])} ${sql.raw(direction)} nulls last`,
  );
  return sql`${sql.join(keys)}, project_id`;
}

function isRanked({ sort }: ProjectQuery): boolean {
  return sort.length === 0 || sort.some(({ field }) => field === "relevance");
}

/** What is kept of every project that is found, only to be sorted: each column more makes that slower. */
function sortColumns({ sort, q }: ProjectQuery): RawBuilder<unknown> {
  const byName = sort.some(({ field }) => field === "name");
  return sql`project_id, state, year_max, available, issued, price${byName ? sql`, name_key` : sql``}${
    q ? sql`, exact, rank` : sql``
  }`;
}

/** One page of the projects that a query finds, how many there are in all, and their tonnes on sale. */
export async function findProjects(executor: Executor, query: ProjectQuery) {
  const { category, ...others } = conditionsOf(query);
  const narrowed = sql`not ${isNarrowed(query)}::boolean
    or ${sql.join(Object.values(others), sql` and `)}`;
  const order = orderOf(query);
  const { rows } = await sql<SummaryRow & { totalElements: number; availableCredits: number }>`
    with found as materialized (
      select ${sortColumns(query)} from ${listingsFor(query, { only: category, ranked: isRanked(query) })} where ${narrowed}
    ),
    page as (
      select *, row_number() over (order by ${order}) as nth from (
        select * from found order by ${order}
        limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint
      ) top
    )
    select total.*, content.* from
      (select count(*) as "totalElements", coalesce(sum(available), 0) as "availableCredits" from found) total
      left join (
        select ${summaryColumns}, g.state, g.available, g.issued, g.nth
        from page g join project_listings l on l.project_id = g.project_id
          join projects o on o.id = g.project_id ${summaryJoins}
      ) content on true
    order by content.nth`.execute(executor);
  const { totalElements, availableCredits } = rows[0]!;
  // Beyond the last page there is one row, with the totals alone.
  return { totalElements, availableCredits, content: rows.filter(({ id }) => id !== null) };
}
