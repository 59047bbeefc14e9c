import { sql } from "kysely";
import type { DemoProject } from "../../../demo/catalogue.ts";
import type { Executor, Tx } from "../../core/db.ts";
import type { RegistryFacts } from "../imports/facts.rules.ts";

/** Whether there are no projects and no reports, not even hidden ones. */
export async function catalogueIsEmpty(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from projects) and not exists (select from reports) as empty`.execute(
    executor,
  );
  return rows[0]?.empty === true;
}

/**
 * Inserts projects without their vintages; the directories must already have their entries. One JSON
 * parameter and one statement per table.
 */
export async function insertProjects(
  tx: Tx,
  projects: readonly (DemoProject & { facts: RegistryFacts })[],
  labelSource: { source: string; asOf: string },
): Promise<void> {
  await sql`insert into projects (external_id, name, description, registry_id, registry_url, registry_status,
      developer_id, auditor_id, project_type_id, methodology, countries, continent, sdgs, status, investment_available,
      financing_expected_credits, financing_from, financing_to, financing_price_cents, financing_crediting_period,
      financing_methodology, sponsoring_expected_impact, sponsoring_from, sponsoring_to, demonstration)
    select p."externalId", p.name, p.description, r.id, p."registryUrl", p."registryStatus", d.id, a.id, t.id,
      p.methodology, p.countries, p.continent, p.sdgs, p.status, p."investmentAvailable",
      (p.financing ->> 'expectedCredits')::integer, (p.financing ->> 'from')::date, (p.financing ->> 'to')::date,
      (p.financing ->> 'priceCents')::bigint,
      case when jsonb_typeof(p.financing) = 'object' then
        (select array_agg(y::smallint order by y::smallint) from jsonb_array_elements_text(p.financing -> 'creditingPeriod') y) end,
      p.financing ->> 'methodology', p.sponsoring ->> 'expectedImpact', (p.sponsoring ->> 'from')::date,
      (p.sponsoring ->> 'to')::date, true
    from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb) as p ("externalId" text, name text, description text,
        registry text, "registryUrl" text, "registryStatus" text, developer text, auditor text, type text,
        methodology text, countries text[], continent text, sdgs smallint[], status text,
        "investmentAvailable" boolean, financing jsonb, sponsoring jsonb)
      join registries r on r.code = p.registry
      join developers d on lower(d.name) = lower(p.developer)
      join project_types t on lower(t.name) = lower(p.type)
      left join auditors a on lower(a.name) = lower(p.auditor)
    order by p."externalId"`.execute(tx);
  const facts = projects.map(({ externalId, facts: own }) => ({ externalId, facts: own }));
  await sql`insert into project_imports (project_id, facts, source, as_of)
    select p.id, f.facts, ${labelSource.source}, ${labelSource.asOf}::date from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f ("externalId" text, facts jsonb)
      join projects p on p.external_id = f."externalId"`.execute(tx);
  const labels = projects.flatMap(({ externalId, labels: own }) =>
    own.map((label) => ({ externalId, ...label })),
  );
  await sql`insert into project_labels (project_id, kind, detail, source, as_of)
    select p.id, l.kind, l.detail, ${labelSource.source}, ${labelSource.asOf}::date
    from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as l ("externalId" text, kind text, detail text)
      join projects p on p.external_id = l."externalId"`.execute(tx);
  await sql`insert into project_changes (project_id, change)
    select id, 'Listed on the marketplace' from projects order by id`.execute(tx);
}

/** Inserts the vintages of demonstration projects; returns the ids of those with stock, with their tonnes. */
export async function insertVintages(
  tx: Tx,
  projects: readonly DemoProject[],
): Promise<{ vintageId: number; stock: number }[]> {
  const rows = projects.flatMap(({ externalId, methodology, impactType, vintages }) =>
    vintages.map(({ registry, ...own }) => ({
      ...own,
      externalId,
      methodology,
      impactType,
      issued: registry?.issued,
      retired: registry?.retired,
      remaining: registry?.remaining,
    })),
  );
  // A year is either issued or expected, so project and year identify a row.
  const { rows: inserted } = await sql<{ vintageId: number; stock: number }>`
    with given as materialized (
      select p.id as project_id, v.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v ("externalId" text,
        year smallint, "periodStart" date, "periodEnd" date, "impactType" text, "claimType" text, "creditType" text,
        methodology text, "priceCents" bigint, "expectedDelivery" text, "deliveryState" text, "deliveryNote" text,
        stock integer, issued integer, retired integer, remaining integer)
      join projects p on p.external_id = v."externalId"
    ), inserted as (
      insert into vintages (project_id, year, period_start, period_end, impact_type, claim_type, credit_type,
        methodology, price_cents, expected_delivery, delivery_state, delivery_note, registry_issued, registry_retired,
        registry_remaining, imported_year)
      select project_id, year, "periodStart", "periodEnd", "impactType", "claimType", "creditType", methodology,
        "priceCents", "expectedDelivery", "deliveryState", "deliveryNote", issued, retired, remaining, case when issued is not null then year end
      from given order by project_id, year
      returning id, project_id, year, price_cents
    ), priced as (
      insert into vintage_prices (vintage_id, price_cents)
      select id, price_cents from inserted where price_cents is not null order by id
    )
    select i.id as "vintageId", g.stock from inserted i join given g using (project_id, year)
    where g.stock > 0 order by i.id`.execute(tx);
  return inserted;
}

/** Inserts the registry's figures of demonstration projects, by vintage and by calendar year. */
export async function insertFigures(tx: Tx, projects: readonly DemoProject[]): Promise<void> {
  const figures = projects.map(({ externalId, registryVintages, registryYears }) => ({
    externalId,
    vintages: registryVintages,
    years: registryYears,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f ("externalId" text, vintages jsonb, years jsonb)
      join projects p on p.external_id = f."externalId"`;
  await sql`insert into registry_vintages (project_id, year, issued, retired, remaining)
    select p.id, (v ->> 0)::smallint, (v ->> 1)::integer, (v ->> 2)::integer, (v ->> 3)::integer
    from ${given}, jsonb_array_elements(f.vintages) v`.execute(tx);
  await sql`insert into registry_years (project_id, year, issued, retired)
    select p.id, (y ->> 0)::smallint, (y ->> 1)::integer, (y ->> 2)::integer
    from ${given}, jsonb_array_elements(f.years) y`.execute(tx);
}

/** Sets the external content embedded in the pages of these projects; returns the ids of those that exist. */
export async function showMedia(
  tx: Tx,
  shown: readonly { externalId: string; embedUrl: string | null; youtubeVideoIds: string[] }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update projects p set embed_url = m."embedUrl", youtube_video_ids = m."youtubeVideoIds"
    from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as m ("externalId" text, "embedUrl" text, "youtubeVideoIds" text[])
    where p.external_id = m."externalId" returning p.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface ShownProject {
  name: string;
  description: string;
  type: string;
  countries: string[];
  hasDocument: boolean;
  hasImage: boolean;
}

/** Returns a visible project with what it already has. */
export async function shownProject(
  executor: Executor,
  projectId: number,
): Promise<ShownProject | undefined> {
  const { rows } = await sql<ShownProject>`
    select p.name, p.description, t.name as type, p.countries,
      exists (select from project_documents d where d.project_id = p.id) as "hasDocument",
      exists (select from project_images i where i.project_id = p.id) as "hasImage"
    from projects p join project_types t on t.id = p.project_type_id
    where p.id = ${projectId} and not p.hidden`.execute(executor);
  return rows[0];
}

/** Returns the ids of the projects with these registry ids. */
export async function projectIdsOf(tx: Tx, externalIds: readonly string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom("projects")
    .select("id")
    .where("external_id", "=", sql<string>`any(${externalIds}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}
