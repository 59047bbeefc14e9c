import { sql, type RawBuilder } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { RecordSource, VintageSource } from "./record.rules.ts";
import type { KeyedImage } from "../../core/pictures.ts";

/** A vintage as read for lists, records and pages, withdrawn or not. */
export interface VintageRow extends VintageSource {
  claimType: string;
  periodStart: string | null;
  periodEnd: string | null;
  /** Null: on request. */
  priceCents: number | null;
  expectedDelivery: string | null;
  deliveryState: string;
  deliveryNote: string;
  /** Tonnes: everything ever put on sale, and what can be bought now. */
  issued: number;
  available: number;
}

/** A project as read for lists, records and pages; its vintages are sorted newest first and include withdrawn ones. */
export interface CatalogueRow extends RecordSource {
  id: number;
  name: string;
  hidden: boolean;
  description: string;
  registryId: number;
  /** The registry's code in its own exports. */
  registryCode: string | null;
  registryUrl: string | null;
  developerId: number;
  developerName: string;
  projectTypeId: number;
  /** The taxonomy group. */
  scope: string;
  continent: string | null;
  sdgs: number[];
  /** The status set by the operator; "sold out" is otherwise derived from the stock. */
  ownStatus: string;
  investmentAvailable: boolean;
  auditorId: number | null;
  images: KeyedImage[];
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
  vintages: VintageRow[];
}

const operatorFactsJson = sql`coalesce(json_agg(json_strip_nulls(json_build_object('field', c.field, 'state', c.state,
  'value', c.value, 'source', c.source, 'asOf', c.as_of))), '[]')`;

/** The columns of `CatalogueRow` except its vintages; select from `projectTables`. */
const projectColumns = sql`
  o.id, o.name, o.hidden, o.description, o.methodology, o.external_id as "externalId", o.registry_id as "registryId",
  r.name as "registryName", r.code as "registryCode", o.registry_url as "registryUrl",
  o.registry_status as "registryStatus", o.developer_id as "developerId", d.name as "developerName",
  o.project_type_id as "projectTypeId", t.name as "projectTypeName", t.scope, o.countries, o.continent, o.sdgs,
  o.status as "ownStatus", o.investment_available as "investmentAvailable", o.auditor_id as "auditorId",
  u.name as "auditorName", o.demonstration,
  o.sponsoring_expected_impact as "sponsoringExpectedImpact", o.sponsoring_from as "sponsoringFrom",
  o.sponsoring_to as "sponsoringTo", o.financing_expected_credits as "financingExpectedCredits",
  o.financing_from as "financingFrom", o.financing_to as "financingTo",
  o.financing_price_cents as "financingPriceCents", o.financing_crediting_period as "financingCreditingPeriod",
  o.financing_methodology as "financingMethodology",
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key) order by i.position, i.id), '[]')
    from project_images i where i.project_id = o.id and i.status = 'READY') as images,
  (select coalesce(json_agg(json_build_object('kind', b.kind, 'detail', b.detail, 'source', b.source, 'asOf', b.as_of)
    order by b.kind, b.detail), '[]') from project_labels b where b.project_id = o.id) as labels,
  (select json_build_object('firstYear', min(f.year), 'issued', sum(f.issued), 'retired', sum(f.retired))
    from registry_vintages f where f.project_id = o.id having count(*) > 0) as figures,
  (select json_build_object('facts', i.facts, 'source', i.source, 'asOf', i.as_of)
    from project_imports i where i.project_id = o.id) as imported,
  (select ${operatorFactsJson} from project_facts c where c.project_id = o.id) as "operatorFacts"`;

const projectTables = sql`
  projects o
  join registries r on r.id = o.registry_id
  join developers d on d.id = o.developer_id
  join project_types t on t.id = o.project_type_id
  left join auditors u on u.id = o.auditor_id`;

/** The columns of `VintageRow`; select from `vintageTables`. */
const vintageColumns = sql`
  v.id, v.year, v.period_start as "periodStart", v.period_end as "periodEnd", v.impact_type as "impactType",
  v.claim_type as "claimType", v.credit_type as "creditType", v.status, v.methodology, v.price_cents as "priceCents",
  v.expected_delivery as "expectedDelivery", v.delivery_state as "deliveryState", v.delivery_note as "deliveryNote",
  k.issued, k.available, f.issued as "registryIssued", f.retired as "registryRetired",
  (select ${operatorFactsJson} from vintage_facts c where c.vintage_id = v.id) as "operatorFacts"`;

/** Registries report issuance by year, and nothing about credits not issued yet. */
const vintageTables = sql`
  vintages v
  join vintage_stock k on k.vintage_id = v.id
  left join registry_vintages f on f.project_id = v.project_id and f.year = v.year and v.credit_type = 'EX_POST'`;

/** Returns the projects that match `which`, with additional columns `others`. */
export async function catalogueRows<T = unknown>(
  executor: Executor,
  which: RawBuilder<unknown>,
  others: RawBuilder<unknown> = sql``,
): Promise<(CatalogueRow & T)[]> {
  const { rows } = await sql<CatalogueRow & T>`
    select ${projectColumns},
      (select coalesce(json_agg(w order by w.year desc, w.id), '[]')
        from (select ${vintageColumns} from ${vintageTables} where v.project_id = o.id) w) as vintages ${others}
    from ${projectTables} where ${which}`.execute(executor);
  return rows;
}

/** Returns these projects, hidden ones included. */
export function rowsOf(executor: Executor, ids: readonly number[]): Promise<CatalogueRow[]> {
  return catalogueRows(executor, sql`o.id = any(${[...ids]}::integer[])`);
}

/**
 * Returns the next visible projects after this id, in id order. For this many, plain vintage rows
 * cost a fraction of what the database needs to serialize each as JSON.
 */
export async function rowsAfter(
  executor: Executor,
  id: number,
  limit: number,
): Promise<CatalogueRow[]> {
  const { rows } = await sql<CatalogueRow>`
    select ${projectColumns} from ${projectTables}
    where not o.hidden and o.id > ${id} order by o.id limit ${limit}`.execute(executor);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) row.vintages = [];
  const first = rows[0]?.id ?? 0;
  const last = rows.at(-1)?.id ?? 0;
  const vintages = await sql<VintageRow & { projectId: number }>`
    select ${vintageColumns}, v.project_id as "projectId" from ${vintageTables}
    where v.project_id between ${first} and ${last} and k.project_id between ${first} and ${last}
    order by v.project_id, v.year desc, v.id`.execute(executor);
  for (const vintage of vintages.rows) rowOf.get(vintage.projectId)?.vintages.push(vintage);
  return rows;
}

/** Returns the names by which each country is searched, comma-separated; the first is the one shown on pages. */
export async function countryWords(executor: Executor): Promise<Map<string, string>> {
  const rows = await executor.selectFrom("country_names").select(["code", "names"]).execute();
  return new Map(rows.map(({ code, names }) => [code, names]));
}
