import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { RecordSource } from "./record.rules.ts";
import { recordJson } from "./record.sql.ts";
import type { KeyedImage } from "../../core/pictures.ts";

/** What lists, cards and filters know of a project; its vintages are those on sale. */
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
  /** As the operator set it; sold out by itself follows from the stock. */
  ownStatus: string;
  investmentAvailable: boolean;
  available: number;
  /** Of these, not issued yet; and the quarters in which they are expected. */
  expected: number;
  deliveryFrom: string | null;
  deliveryTo: string | null;
  issued: number;
  years: number[];
  priceFrom: number | null;
  priceTo: number | null;
  creditTypes: string[];
  impactTypes: string[];
  claimTypes: string[];
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
  record: RecordSource;
}

/** Of `summaryTables`. */
export const summaryColumns = sql`
  o.id, o.name, o.external_id as "externalId", o.registry_id as "registryId", r.name as "registryName",
  o.registry_url as "registryUrl", o.developer_id as "developerId", d.name as "developerName",
  o.project_type_id as "projectTypeId", t.name as "projectTypeName", o.countries, o.continent, o.sdgs,
  o.status as "ownStatus", o.investment_available as "investmentAvailable", o.demonstration,
  o.sponsoring_expected_impact as "sponsoringExpectedImpact", o.sponsoring_from as "sponsoringFrom",
  o.sponsoring_to as "sponsoringTo", o.financing_expected_credits as "financingExpectedCredits",
  o.financing_from as "financingFrom", o.financing_to as "financingTo",
  o.financing_price_cents as "financingPriceCents", o.financing_crediting_period as "financingCreditingPeriod",
  o.financing_methodology as "financingMethodology", now.*,
  (select coalesce(sum(k.issued), 0) from vintage_stock k where k.project_id = o.id) as issued,
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key) order by i.position, i.id), '[]')
    from project_images i where i.project_id = o.id and i.status = 'READY') as images,
  (select coalesce(json_agg(json_build_object('kind', b.kind, 'detail', b.detail, 'source', b.source, 'asOf', b.as_of)
    order by b.kind, b.detail), '[]') from project_labels b where b.project_id = o.id) as labels,
  ${recordJson} as record`;

/** Credits of withdrawn vintages were issued, but are not on sale. A price on request is nobody's to filter by. */
export const summaryTables = sql`
  projects o
  join registries r on r.id = o.registry_id
  join developers d on d.id = o.developer_id
  join project_types t on t.id = o.project_type_id
  cross join lateral (
    select coalesce(sum(k.available), 0) as available, coalesce(array_agg(distinct v.year), '{}') as years,
      coalesce(sum(k.available) filter (where v.credit_type = 'EX_ANTE'), 0) as expected,
      min(v.expected_delivery) filter (where v.credit_type = 'EX_ANTE') as "deliveryFrom",
      max(v.expected_delivery) filter (where v.credit_type = 'EX_ANTE') as "deliveryTo",
      min(v.price_cents) filter (where o.status <> 'CONTACT_REQUIRED') as "priceFrom",
      max(v.price_cents) filter (where o.status <> 'CONTACT_REQUIRED') as "priceTo",
      coalesce(array_agg(distinct v.credit_type), '{}') as "creditTypes",
      coalesce(array_agg(distinct v.impact_type), '{}') as "impactTypes",
      coalesce(array_agg(distinct v.claim_type), '{}') as "claimTypes"
    from vintages v join vintage_stock k on k.vintage_id = v.id
    where v.project_id = o.id and v.status = 'ACTIVE'
  ) now`;

/** All that the catalogue in memory knows of a project. */
export interface ListedRow extends SummaryRow {
  /** Of each vintage on sale what prices of companies depend on. */
  priced: { id: number; year: number; creditType: string; listCents: number | null }[];
  /** As the registry spells it, where that is another name. */
  nameAtRegistry: string | null;
  description: string;
  methodology: string;
  registryCode: string | null;
  /** The group of the taxonomy. */
  scope: string;
  /** Somebody outside has looked at it. */
  audited: boolean;
}

function listedRows(executor: Executor, which: RawBuilder<boolean>, limit: number) {
  return sql<ListedRow>`
    select ${summaryColumns}, o.description, o.methodology,
      (select nullif(i.facts ->> 'name', o.name) from project_imports i where i.project_id = o.id) as "nameAtRegistry",
      (select coalesce(json_agg(json_build_object('id', v.id, 'year', v.year, 'creditType', v.credit_type,
          'listCents', v.price_cents)), '[]')
        from vintages v where v.project_id = o.id and v.status = 'ACTIVE' and o.status <> 'CONTACT_REQUIRED') as priced,
      r.code as "registryCode", t.scope,
      o.auditor_id is not null as audited
    from ${summaryTables} where not o.hidden and ${which} order by o.id limit ${limit}`
    .execute(executor)
    .then(({ rows }) => rows);
}

/** Of these projects those that are not hidden. */
export function rowsOf(executor: Executor, ids: readonly number[]): Promise<ListedRow[]> {
  return listedRows(executor, sql`o.id = any(${ids}::integer[])`, ids.length);
}

/** The next projects behind this one, in order of their ids. */
export function rowsAfter(executor: Executor, id: number, limit: number): Promise<ListedRow[]> {
  return listedRows(executor, sql`o.id > ${id}`, limit);
}

/** The names by which each country is searched, comma-separated, the one that pages show first. */
export async function countryWords(executor: Executor): Promise<Map<string, string>> {
  const rows = await executor.selectFrom("country_names").select(["code", "names"]).execute();
  return new Map(rows.map(({ code, names }) => [code, names]));
}

/** Names of what projects choose from, those too that no project has now. */
export async function directoryNames(executor: Executor) {
  const namesOf = async (table: "registries" | "developers" | "project_types") => {
    const rows = await executor.selectFrom(table).select(["id", "name"]).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return {
    registry: await namesOf("registries"),
    developer: await namesOf("developers"),
    projectType: await namesOf("project_types"),
  };
}
