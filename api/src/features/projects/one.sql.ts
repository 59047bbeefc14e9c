import { sql } from "kysely";
import type { ManagedProject } from "@tonneline/contract/projects";
import type { Executor } from "../../core/db.ts";
import { documentRows } from "./documents.sql.ts";
import { imageRows } from "./images.sql.ts";
import { labelsOf } from "./projects.sql.ts";
import { vintageRows } from "./vintages.sql.ts";

function projectRow(executor: Executor, projectId: number) {
  return executor
    .selectFrom("projects as p")
    .innerJoin("managed_listings as l", "l.project_id", "p.id")
    .innerJoin("registries as r", "r.id", "p.registry_id")
    .innerJoin("developers as d", "d.id", "p.developer_id")
    .innerJoin("project_types as t", "t.id", "p.project_type_id")
    .leftJoin("auditors as u", "u.id", "p.auditor_id")
    .selectAll("p")
    .select([
      "l.categories",
      "r.name as registryName",
      "d.name as developerName",
      "t.name as projectTypeName",
      "u.name as auditorName",
    ])
    .where("p.id", "=", projectId)
    .executeTakeFirst();
}

async function inUse(executor: Executor, projectId: number): Promise<ManagedProject["inUse"]> {
  const { rows } = await sql<ManagedProject["inUse"]>`
    with mine as (select id from vintages where project_id = ${projectId})
    select c.*, o.*, h.* from
      (select count(distinct cart_id)::integer as carts, coalesce(sum(reserved), 0)::bigint as "creditsInCarts"
        from cart_items where vintage_id in (select id from mine)) c,
      (select count(distinct i.order_id)::integer as "openOrders",
          coalesce(sum(i.quantity), 0)::bigint as "creditsInOpenOrders"
        from order_items i join orders o on o.id = i.order_id
        where i.vintage_id in (select id from mine) and o.status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT')) o,
      (select count(distinct company_id)::integer as holders,
          coalesce(sum(purchased - in_progress - retired), 0)::bigint as "creditsHeld"
        from holdings where vintage_id in (select id from mine) and purchased > retired) h`.execute(
    executor,
  );
  return rows[0]!;
}

function historyOf(executor: Executor, projectId: number) {
  return executor
    .selectFrom("project_changes")
    .select(["id", "change", "changed_at as date"])
    .where("project_id", "=", projectId)
    .orderBy("changed_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

function reportsOf(executor: Executor, projectId: number) {
  return executor
    .selectFrom("report_projects")
    .innerJoin("reports", "reports.id", "report_projects.report_id")
    .select(["id", "name", "description", "price_cents as priceCents", "pages"])
    .select("published_at as publishedAt")
    .where("report_projects.project_id", "=", projectId)
    .orderBy("published_at", "desc")
    .orderBy("id")
    .execute();
}

/** Returns a project, hidden or not, with everything that operators see of it. */
export async function managedProjectById(executor: Executor, projectId: number) {
  const project = await projectRow(executor, projectId);
  if (!project) return undefined;
  const [vintages, images, documents, labels, changes, reports, uses] = await Promise.all([
    vintageRows(executor, projectId),
    imageRows(executor, projectId),
    documentRows(executor, projectId),
    labelsOf(executor, projectId),
    historyOf(executor, projectId),
    reportsOf(executor, projectId),
    inUse(executor, projectId),
  ]);
  return { project, vintages, images, documents, labels, changes, reports, inUse: uses };
}
export type ManagedFacts = NonNullable<Awaited<ReturnType<typeof managedProjectById>>>;
