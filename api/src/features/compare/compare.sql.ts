import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { Terms } from "../catalogue/ownPrices.rules.ts";
import type { KeyedImage } from "../../core/pictures.ts";

export interface ComparedRow {
  id: number;
  year: number;
  periodStart: string | null;
  periodEnd: string | null;
  impactType: string;
  claimType: string;
  creditType: string;
  expectedDelivery: string | null;
  deliveryState: string;
  deliveryNote: string;
  status: string;
  methodology: string;
  available: number;
  listCents: number | null;
  terms: Terms[] | null;
  registryIssued: number | null;
  registryRetired: number | null;
  registryRemaining: number | null;
  projectId: number;
  projectName: string;
  externalId: string | null;
  registryId: number;
  registryName: string;
  registryUrl: string | null;
  registryStatus: string | null;
  developerId: number;
  developerName: string;
  projectTypeId: number;
  projectTypeName: string;
  auditorId: number | null;
  auditorName: string | null;
  countries: string[];
  continent: string | null;
  sdgs: number[];
  projectStatus: string;
  demonstration: boolean;
  labels: { kind: string; detail: string; source: string; asOf: string }[];
  images: KeyedImage[];
  reports: { id: number; name: string; priceCents: number }[];
}

/** Returns these vintages in this order, withdrawn ones included, those of hidden projects excluded; at a company's prices. */
export async function vintagesBy(
  executor: Executor,
  ids: readonly number[],
  companyId: number | null,
): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select v.id, v.year, v.period_start as "periodStart", v.period_end as "periodEnd", v.impact_type as "impactType",
      v.claim_type as "claimType", v.credit_type as "creditType", v.status,
      v.expected_delivery as "expectedDelivery", v.delivery_state as "deliveryState", v.delivery_note as "deliveryNote", v.methodology, k.available,
      case when o.status <> 'CONTACT_REQUIRED' then v.price_cents end as "listCents",
      case when o.status <> 'CONTACT_REQUIRED' then (select terms from price_terms(${companyId}, v.id)) end as terms,
      v.registry_issued as "registryIssued", v.registry_retired as "registryRetired",
      v.registry_remaining as "registryRemaining", o.id as "projectId", o.name as "projectName",
      o.external_id as "externalId", r.id as "registryId", r.name as "registryName", o.registry_url as "registryUrl",
      o.registry_status as "registryStatus", d.id as "developerId", d.name as "developerName",
      t.id as "projectTypeId", t.name as "projectTypeName", u.id as "auditorId", u.name as "auditorName",
      o.countries, o.continent, o.sdgs, o.status as "projectStatus", o.demonstration,
      (select coalesce(json_agg(json_build_object('kind', b.kind, 'detail', b.detail, 'source', b.source,
          'asOf', b.as_of) order by b.kind, b.detail), '[]')
        from project_labels b where b.project_id = o.id) as labels,
      (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key)
          order by i.position, i.id), '[]')
        from project_images i where i.project_id = o.id and i.status = 'READY') as images,
      (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'priceCents', n.price_cents)
          order by n.price_cents, n.id), '[]')
        from report_projects m join reports n on n.id = m.report_id
        where m.project_id = o.id and not n.hidden) as reports
    from unnest(${[...ids]}::integer[]) with ordinality as asked (id, place)
      join vintages v on v.id = asked.id
      join vintage_stock k on k.vintage_id = v.id
      join projects o on o.id = v.project_id
      join registries r on r.id = o.registry_id
      join developers d on d.id = o.developer_id
      join project_types t on t.id = o.project_type_id
      left join auditors u on u.id = o.auditor_id
    where not o.hidden
    order by asked.place`.execute(executor);
  return rows;
}
