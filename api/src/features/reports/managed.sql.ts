import { sql } from "kysely";
import { listManagedReports, type ManagedReport } from "@tonneline/contract/managedReports";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords } from "../../core/search.ts";
import { namedUses, type UseRow } from "../../core/uses.ts";

function rowsOf(executor: Executor) {
  return executor
    .selectFrom("reports")
    .leftJoin("files", "files.id", "reports.file_id")
    .select([
      "reports.id",
      "reports.name",
      "reports.description",
      "reports.price_cents as priceCents",
      "reports.pages",
      "reports.published_at as publishedAt",
      "reports.hidden",
      "reports.version",
      "reports.file_id as fileId",
      "files.name as fileName",
      "files.bytes as fileBytes",
      sql<
        ManagedReport["projects"]
      >`(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name)
          order by ${byName("p.name")}, p.id), '[]')
        from report_projects m join projects p on p.id = m.project_id where m.report_id = reports.id)`.as(
        "projects",
      ),
      sql<number>`(select count(*) from order_items i join orders o on o.id = i.order_id
        where i.report_id = reports.id and o.status = 'PAID')`.as("sold"),
    ]);
}
export type ManagedReportRow = NonNullable<Awaited<ReturnType<typeof managedReportRow>>>;

/**
 * Matches a report's own words or its projects' names, which are stored without accents, signs and capitals. Names
 * are searched once instead of in each parallel worker, and not at all if every report matches by its own words.
 */
async function wordsOrProjects(q: string, executor: Executor) {
  const own = hasWords("reports.words", q);
  const { rows } = await sql<{ name: string }>`select fold_text(${q}) as name`.execute(executor);
  const { name } = rows[0]!;
  if (name === "") return own;
  // The index does not support fewer than three letters; its words also include other fields than the name.
  const indexed = name.length < 3 ? sql`true` : hasWords("l.words", name);
  return sql`(${own} or reports.id in (
    with named as materialized (
      select m.report_id from report_projects m join managed_listings l on l.project_id = m.project_id
      where ${indexed} and ${hasWords("l.name_key", name)}
    ) select report_id from named))`;
}

/** The list of all due-diligence reports. */
export const managedReports = list(listManagedReports, {
  from: sql`reports`,
  id: "reports.id",
  columns: {
    name: byName("reports.name"),
    price: "reports.price_cents",
    pages: { by: "reports.pages", mayBeEmpty: true },
    publishedAt: "reports.published_at",
    sold: {
      by: sql`coalesce(sales.count, 0)`,
      join: sql`left join (
        select i.report_id as id, count(*) as count from order_items i join orders o on o.id = i.order_id
        where i.report_id is not null and o.status = 'PAID' group by i.report_id) sales on sales.id = reports.id`,
    },
    projects: sql`(select count(*) from report_projects m where m.report_id = reports.id)`,
    file: {
      by: sql`(select ${byName("f.name")} from files f where f.id = reports.file_id)`,
      mayBeEmpty: true,
    },
    hidden: "reports.hidden",
  },
  defaultOrder: { field: "publishedAt", direction: "desc" },
  words: async (q, _query, executor) => [await wordsOrProjects(q, executor)],
  tabs: {
    by: sql`case when reports.hidden then 'hidden' else 'shown' end`,
    names: ["shown", "hidden"],
    chosen: ({ hidden }) => (hidden === undefined ? undefined : [hidden ? "hidden" : "shown"]),
  },
  rows: (executor, page) =>
    rowsOf(executor).innerJoin(page, "page.id", "reports.id").orderBy("page.position"),
});

/**
 * Returns a report, even a hidden one, with its projects and number of paid orders, without a lock;
 * undefined if there is none.
 */
export function managedReportRow(executor: Executor, reportId: number) {
  return rowsOf(executor).where("reports.id", "=", reportId).executeTakeFirst();
}

/** Locks a report and returns whether it exists; carts and orders that reference it are not blocked. */
export async function lockReport(tx: Tx, reportId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("reports")
    .select("id")
    .where("id", "=", reportId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export interface ReportFacts {
  name: string;
  description: string;
  priceCents: number;
  pages: number | null;
  publishedAt: string;
  hidden: boolean;
}

const valuesOf = (facts: ReportFacts) => ({
  name: facts.name,
  description: facts.description,
  price_cents: facts.priceCents,
  pages: facts.pages,
  published_at: facts.publishedAt,
  hidden: facts.hidden,
});

/**
 * Inserts a report without projects: see `setProjects`. The price is net, in cents; without a file
 * there is nothing to read until `setFile`.
 */
export function insertReport(tx: Tx, facts: ReportFacts, fileId: number | null = null) {
  return tx
    .insertInto("reports")
    .values({ ...valuesOf(facts), file_id: fileId })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Updates all facts and increments the version; file and projects are kept. The caller holds the lock from `lockReport`. */
export async function updateReport(tx: Tx, reportId: number, facts: ReportFacts): Promise<void> {
  await tx
    .updateTable("reports")
    .set({ ...valuesOf(facts), version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", reportId)
    .execute();
}

/** Sets the projects of a report; ids of unknown projects are skipped and returned. */
export async function setProjects(
  tx: Tx,
  reportId: number,
  projectIds: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(projectIds)];
  await tx.deleteFrom("report_projects").where("report_id", "=", reportId).execute();
  const { rows } = await sql<{ id: number }>`
    insert into report_projects (report_id, project_id)
    select ${reportId}::integer, id from projects where id = any(${ids}::integer[]) order by id for key share
    returning project_id as id`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/**
 * Sets the file and increments the version. The caller drops the previous file; buyers of the report then read the new one.
 */
export async function setFile(tx: Tx, reportId: number, fileId: number): Promise<void> {
  await tx
    .updateTable("reports")
    .set({ file_id: fileId, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", reportId)
    .execute();
}

/** Returns some of the orders, carts and requests to colleagues that reference a report, and the total count. */
export async function usesOf(executor: Executor, reportId: number) {
  const { rows } = await sql<UseRow>`
    select *, (count(*) over ())::integer as count from (
      select 'order' as type, o.id, 'Order ' || o.id || ', ' || o.company_name as name from order_items i join orders o on o.id = i.order_id
        where i.report_id = ${reportId}
      union all
      select 'cart', u.id, u.username from cart_items i join carts c on c.id = i.cart_id join users u on u.id = c.user_id
        where i.report_id = ${reportId}
      union all
      select 'approval', a.id, 'Request ' || a.id || ', ' || c.name from approval_items i
        join approvals a on a.id = i.approval_id join companies c on c.id = a.company_id where i.report_id = ${reportId}
    ) uses order by type desc, id limit ${namedUses}`.execute(executor);
  return rows;
}

/**
 * Deletes a report. Violates a foreign key while an order, a cart or a request to a colleague
 * references it: see `usesOf`. The caller drops its file.
 */
export async function removeReport(tx: Tx, reportId: number): Promise<void> {
  await tx.deleteFrom("reports").where("id", "=", reportId).execute();
}
