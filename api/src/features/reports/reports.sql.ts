import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { ReportQuery } from "@tonneline/contract/catalogue";
import type { listMyReports } from "@tonneline/contract/reports";
import type { Executor } from "../../core/db.ts";
import { byName } from "../../core/lists.ts";

export interface ReportRow {
  id: number;
  name: string;
  description: string;
  priceCents: number;
  pages: number | null;
  publishedAt: string;
  projects: {
    id: number;
    name: string;
    continent: string | null;
    countries: string[];
    registry: { id: number; name: string };
    projectType: { id: number; name: string };
  }[];
}

const columns = sql`n.id, n.name, n.description, n.price_cents as "priceCents", n.pages,
  n.published_at as "publishedAt",
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'continent', p.continent,
      'countries', p.countries, 'registry', json_build_object('id', r.id, 'name', r.name),
      'projectType', json_build_object('id', t.id, 'name', t.name)) order by ${byName("p.name")}, p.id), '[]')
    from report_projects m join projects p on p.id = m.project_id
      join registries r on r.id = p.registry_id join project_types t on t.id = p.project_type_id
    where m.report_id = n.id and not p.hidden) as projects`;

const sortColumns = {
  name: byName("n.name"),
  price: sql`n.price_cents`,
  publishedAt: sql`n.published_at`,
};

/** Returns one page of the reports on sale, newest first unless sorted, and the total count. */
export async function findReports(executor: Executor, query: ReportQuery) {
  const keys =
    query.sort.length > 0 ? query.sort : [{ field: "publishedAt", direction: "desc" } as const];
  const order = keys.map(
    ({ field, direction }) => sql`${sortColumns[field]} ${sql.raw(direction)}`,
  );
  const { rows } = await sql<ReportRow & { totalElements: number }>`
    with found as materialized (
      select n.* from reports n
      where report_on_sale(n.id)
        and (${query.projectId ?? null}::integer is null or exists (select from report_projects m
          join projects p on p.id = m.project_id
          where m.report_id = n.id and m.project_id = ${query.projectId ?? null}::integer and not p.hidden))
        ${query.q ? sql`and ${holdsEveryWord(query.q)}` : sql``}
    )
    select total.*, content.* from (select count(*) as "totalElements" from found) total
      left join (
        select ${columns}, row_number() over (order by ${sql.join(order)}, n.id) as place
        from (select * from found n order by ${sql.join(order)}, n.id
          limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint) n
      ) content on true
    order by content.place`.execute(executor);
  return {
    totalElements: rows[0]!.totalElements,
    // Beyond the last page there is a single row with only the total.
    content: rows.filter(({ id }) => id !== null),
  };
}

/**
 * Matches if each word occurs in the report's name, its description or its projects' names. There are
 * dozens of reports, not thousands. A search of punctuation only has no words and matches nothing.
 */
function holdsEveryWord(q: string): RawBuilder<boolean> {
  return sql`(select bool_and(strpos(fold_text(concat_ws(' ', n.name, n.description,
      (select string_agg(p.name, ' ') from report_projects m join projects p on p.id = m.project_id
        where m.report_id = n.id and not p.hidden))), word) > 0)
    from regexp_split_to_table(nullif(fold_text(${q}), ''), ' ') word)`;
}

/**
 * Returns a report that is on sale, which is neither hidden nor for hidden projects only; otherwise
 * undefined. Hidden projects are left out.
 */
export async function reportById(
  executor: Executor,
  reportId: number,
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${columns} from reports n where n.id = ${reportId} and report_on_sale(n.id)`.execute(
    executor,
  );
  return rows[0];
}

export interface BoughtRow extends Omit<ReportRow, "priceCents"> {
  orderId: number;
  paidAt: string;
  fileName: string | null;
  bytes: number | null;
}

/**
 * One row per report, from its first paid order. Includes hidden reports: what was bought remains available, unless a credit
 * note took it back.
 */
const boughtBy = (
  companyId: number,
) => sql`(select distinct on (i.report_id) i.report_id, o.id as order_id, o.paid_at
  from orders o join order_items i on i.order_id = o.id and i.report_id is not null
  where o.company_id = ${companyId} and o.status = 'PAID' and i.credited_quantity < i.quantity order by i.report_id, o.paid_at, o.id)`;

const boughtSorts = { name: byName("n.name"), paidAt: sql`b.paid_at` };

/** Returns one page of the reports that a company has paid for, and the total count. */
export async function findBought(
  executor: Executor,
  companyId: number,
  query: z.output<typeof listMyReports.query>,
) {
  const keys =
    query.sort.length > 0 ? query.sort : [{ field: "paidAt", direction: "desc" } as const];
  const order = keys.map(
    ({ field, direction }) => sql`${boughtSorts[field]} ${sql.raw(direction)}`,
  );
  const found = sql`${boughtBy(companyId)} b join reports n on n.id = b.report_id
    where ${query.q ? holdsEveryWord(query.q) : sql`true`}`;
  const [{ rows }, total] = await Promise.all([
    sql<BoughtRow>`
      select ${columns}, b.order_id as "orderId",
        to_char(b.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "paidAt",
        (select f.name from files f where f.id = n.file_id) as "fileName",
        (select f.bytes from files f where f.id = n.file_id) as bytes
      from ${found} order by ${sql.join(order)}, n.id
      limit ${query.size}::bigint offset ${query.page}::bigint * ${query.size}::bigint`.execute(
      executor,
    ),
    sql<{ count: number }>`select count(*) as count from ${found}`.execute(executor),
  ]);
  return { content: rows, totalElements: total.rows[0]!.count };
}

/** Returns the file of a report that a company has paid for; undefined if it has not, null if there is no file yet. */
export async function boughtFileOf(
  executor: Executor,
  companyId: number,
  reportId: number,
): Promise<number | null | undefined> {
  const { rows } = await sql<{ fileId: number | null }>`
    select n.file_id as "fileId" from ${boughtBy(companyId)} b join reports n on n.id = b.report_id
    where n.id = ${reportId}`.execute(executor);
  return rows[0]?.fileId;
}
