import { sql } from "kysely";
import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import type { Executor, Tx } from "../../core/db.ts";
import { namedUses, type UseRow } from "../../core/uses.ts";
import type { LabelFacts, ProjectFacts } from "./projects.rules.ts";

const columns = {
  name: "name",
  description: "description",
  externalId: "external_id",
  registryId: "registry_id",
  registryUrl: "registry_url",
  registryStatus: "registry_status",
  developerId: "developer_id",
  auditorId: "auditor_id",
  projectTypeId: "project_type_id",
  methodology: "methodology",
  countries: "countries",
  continent: "continent",
  sdgs: "sdgs",
  hidden: "hidden",
  investmentAvailable: "investment_available",
  sponsoringExpectedImpact: "sponsoring_expected_impact",
  sponsoringFrom: "sponsoring_from",
  sponsoringTo: "sponsoring_to",
  financingExpectedCredits: "financing_expected_credits",
  financingFrom: "financing_from",
  financingTo: "financing_to",
  financingPriceCents: "financing_price_cents",
  financingCreditingPeriod: "financing_crediting_period",
  financingMethodology: "financing_methodology",
  embedUrl: "embed_url",
  youtubeVideoIds: "youtube_video_ids",
  demonstration: "demonstration",
} as const satisfies Record<keyof ProjectFacts, string>;

const names = Object.keys(columns) as (keyof ProjectFacts)[];

function valuesOf(facts: ProjectFacts) {
  const pairs = names.map((name) => [columns[name], facts[name]]);
  return Object.fromEntries(pairs) as {
    [K in keyof ProjectFacts as (typeof columns)[K]]: ProjectFacts[K];
  };
}

/** Locks a project until the transaction ends; undefined if there is none. */
export async function lockProject(tx: Tx, projectId: number) {
  const row = await tx
    .selectFrom("projects")
    .select(["version", "status"])
    .select(names.map((name) => sql.ref(columns[name]).as(name)))
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, status, ...facts } = row;
  return {
    version,
    status: status as AvailabilityStatus,
    facts: facts as unknown as ProjectFacts,
  };
}

/**
 * Inserts a project without labels and vintages; returns its id. A duplicate external id or a missing
 * directory entry violates a constraint: wrap the call in `guardProject`.
 */
export async function insertProject(
  tx: Tx,
  facts: ProjectFacts,
  status: AvailabilityStatus,
): Promise<number> {
  const { id } = await tx
    .insertInto("projects")
    .values({ ...valuesOf(facts), status })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Updates all facts except the status and increments the version. The caller holds the lock from
 * `lockProject`; constraints are violated as for a new project.
 */
export async function updateProject(tx: Tx, projectId: number, facts: ProjectFacts): Promise<void> {
  await tx
    .updateTable("projects")
    .set({
      ...valuesOf(facts),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", projectId)
    .execute();
}

/**
 * Marks a project as updated when a part of it that its version does not cover has changed: a vintage, an image, a document.
 */
export async function touchProject(tx: Tx, projectId: number): Promise<void> {
  await tx
    .updateTable("projects")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", projectId)
    .execute();
}

/** Whether a project exists, hidden ones included. */
export async function projectExists(executor: Executor, projectId: number): Promise<boolean> {
  const row = await executor
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a project's labels by kind and detail, each with its source and ISO date; empty for an unknown project. */
export async function labelsOf(executor: Executor, projectId: number): Promise<LabelFacts[]> {
  const rows = await executor
    .selectFrom("project_labels")
    .select(["kind", "detail", "source", "as_of as asOf"])
    .where("project_id", "=", projectId)
    .orderBy("kind")
    .orderBy("detail")
    .execute();
  return rows as LabelFacts[];
}

/** Replaces a project's labels. The caller holds the lock from `lockProject`; the version is not incremented. */
export async function replaceLabels(
  tx: Tx,
  projectId: number,
  labels: readonly LabelFacts[],
): Promise<void> {
  await tx.deleteFrom("project_labels").where("project_id", "=", projectId).execute();
  if (labels.length === 0) return;
  const rows = labels.map(({ asOf, ...label }) => ({
    ...label,
    as_of: asOf,
    project_id: projectId,
  }));
  await tx.insertInto("project_labels").values(rows).execute();
}

/**
 * Returns some of what prevents a project or one of its vintages from being deleted, and the total
 * count. For the whole project `vintageId` is null.
 */
export async function usesOf(
  executor: Executor,
  projectId: number,
  vintageId: number | null,
): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with mine as (
      select id, year from vintages
      where project_id = ${projectId} and (${vintageId}::integer is null or id = ${vintageId})
    ), uses as (
      select 1 as place, 'order' as type, o.id, 'Order ' || o.id || ', ' || o.company_name as name from orders o
        where exists (select from order_items i where i.order_id = o.id and i.vintage_id in (select id from mine))
      union all
      select 2, 'cart', u.id, u.username from users u join carts c on c.user_id = u.id
        where exists (select from cart_items i where i.cart_id = c.id and i.vintage_id in (select id from mine))
      union all
      select 3, 'retirement', r.id, 'Retirement ' || r.id from retirements r where r.vintage_id in (select id from mine)
      union all
      select 4, 'report', n.id, n.name from report_projects m join reports n on n.id = m.report_id
        where ${vintageId}::integer is null and m.project_id = ${projectId}
      union all
      select 5, 'price-list', l.id, l.name from price_lists l
        where (${vintageId}::integer is null and l.rules @> ${JSON.stringify([{ project: [projectId] }])}::jsonb)
          or exists (select from price_list_prices x where x.price_list_id = l.id and x.vintage_id in (select id from mine))
      union all
      select 6, 'vintage', mine.id, 'Vintage ' || mine.year from mine
        where exists (select from credit_movements x where x.vintage_id = mine.id)
    )
    select type, id, name, (count(*) over ())::integer as count from uses order by place, id limit ${namedUses}`.execute(
    executor,
  );
  return rows;
}

/** Deletes an unreferenced project and returns the ids of its files, now unused. */
export async function removeProject(tx: Tx, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select unnest(array[original_file_id, small_file_id, medium_file_id, large_file_id, upload_file_id]) as id
      from project_images where project_id = ${projectId}
    union all select file_id from project_documents where project_id = ${projectId}`.execute(tx);
  await tx.deleteFrom("vintages").where("project_id", "=", projectId).execute();
  await tx.deleteFrom("projects").where("id", "=", projectId).execute();
  return rows.map(({ id }) => id).filter((id) => id !== null);
}
