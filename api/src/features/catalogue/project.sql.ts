import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import { priceChanges } from "./changes.rules.ts";
import { catalogueRows, type CatalogueRow } from "./rows.sql.ts";

/** Columns shown only on a project's own page. */
interface PageColumns {
  embedUrl: string | null;
  youtubeVideoIds: string[];
  version: number;
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

export type ProjectRow = CatalogueRow & PageColumns;

/**
 * Returns a project that is not hidden with everything on its page; price changes are left out of its
 * history while prices are on request. Any change to this data must be announced with
 * `refreshListings` or `publishListings`: servers cache what they read.
 */
export async function projectById(
  executor: Executor,
  projectId: number,
): Promise<ProjectRow | undefined> {
  const columns = sql`, o.embed_url as "embedUrl", o.youtube_video_ids as "youtubeVideoIds", o.version,
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'url', c.url, 'fileId', c.file_id, 'bytes', f.bytes)
        order by c.position, c.id), '[]')
      from project_documents c left join files f on f.id = c.file_id where c.project_id = o.id) as documents,
    (select coalesce(json_agg(json_build_object('id', h.id, 'change', h.change, 'changedAt', h.changed_at)
        order by h.changed_at desc, h.id desc), '[]')
      from project_changes h where h.project_id = o.id
        and not (o.status = 'CONTACT_REQUIRED' and h.change like ${sql.lit(priceChanges)})) as changes,
    (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'description', n.description,
        'priceCents', n.price_cents, 'pages', n.pages, 'publishedAt', n.published_at)
        order by n.published_at desc, n.id), '[]')
      from report_projects m join reports n on n.id = m.report_id
      where m.project_id = o.id and not n.hidden) as reports`;
  const which = sql`o.id = ${projectId} and not o.hidden`;
  return (await catalogueRows<PageColumns>(executor, which, columns))[0];
}
