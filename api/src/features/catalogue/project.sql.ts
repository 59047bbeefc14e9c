import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import { summaryColumns, summaryTables, type SummaryRow } from "./rows.sql.ts";

export interface ProjectRow extends SummaryRow {
  nameAtRegistry: string | null;
  description: string;
  auditorId: number | null;
  auditorName: string | null;
  embedUrl: string | null;
  youtubeVideoIds: string[];
  registryStatus: string | null;
  version: number;
  vintages: {
    id: number;
    year: number;
    periodStart: string | null;
    periodEnd: string | null;
    impactType: string;
    claimType: string;
    status: string;
    methodology: string;
    available: number;
    listCents: number | null;
    creditType: string;
    expectedDelivery: string | null;
    deliveryState: string;
    deliveryNote: string;
  }[];
  documents: {
    id: number;
    name: string;
    url: string | null;
    fileId: number | null;
    bytes: number | null;
  }[];
  changes: { id: number; change: string; changedAt: string }[];
  reports: {
    id: number;
    name: string;
    description: string;
    priceCents: number;
    pages: number | null;
    publishedAt: string;
  }[];
}

/**
 * A project that is not hidden, with all that its page shows; its active vintages from the newest on. Whoever changes any
 * of this tells so by `refreshListings` or `tellListings`: servers keep what they read.
 */
export async function projectById(
  executor: Executor,
  projectId: number,
): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${summaryColumns}, o.description,
      (select nullif(i.facts ->> 'name', o.name) from project_imports i where i.project_id = o.id) as "nameAtRegistry", o.auditor_id as "auditorId", u.name as "auditorName", o.embed_url as "embedUrl",
      o.youtube_video_ids as "youtubeVideoIds", o.registry_status as "registryStatus", o.version,
      (select coalesce(json_agg(json_build_object('id', v.id, 'year', v.year, 'periodStart', v.period_start,
          'periodEnd', v.period_end, 'impactType', v.impact_type, 'claimType', v.claim_type, 'status', v.status,
          'methodology', v.methodology, 'available', k.available,
          'listCents', case when o.status <> 'CONTACT_REQUIRED' then v.price_cents end,
          'creditType', v.credit_type, 'expectedDelivery', v.expected_delivery,
          'deliveryState', v.delivery_state, 'deliveryNote', v.delivery_note) order by v.year desc, v.id), '[]')
        from vintages v join vintage_stock k on k.vintage_id = v.id
        where v.project_id = o.id and v.status = 'ACTIVE') as vintages,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'url', c.url, 'fileId', c.file_id, 'bytes', f.bytes)
          order by c.position, c.id), '[]')
        from project_documents c left join files f on f.id = c.file_id where c.project_id = o.id) as documents,
      (select coalesce(json_agg(json_build_object('id', h.id, 'change', h.change, 'changedAt', h.changed_at)
          order by h.changed_at desc, h.id desc), '[]')
        from project_changes h where h.project_id = o.id) as changes,
      (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'description', n.description,
          'priceCents', n.price_cents, 'pages', n.pages, 'publishedAt', n.published_at)
          order by n.published_at desc, n.id), '[]')
        from report_projects m join reports n on n.id = m.report_id
        where m.project_id = o.id and not n.hidden) as reports
    from ${summaryTables}
      left join auditors u on u.id = o.auditor_id
    where o.id = ${projectId} and not o.hidden`.execute(executor);
  return rows[0];
}
