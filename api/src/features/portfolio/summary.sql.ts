import type { ClaimType, LabelKind } from "@tonneline/contract/catalogue";
import { sql, type RawBuilder } from "kysely";
import { sellerTime } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import { heldOf, companyIdsOf, sums, type Whose } from "./holdings.sql.ts";

/** Restricts a table with `company_id` and `user_id` to the given owner. */
const belongsTo = ({ companyId, userId }: Whose) =>
  sql`company_id = ${companyId} and (${userId ?? null}::integer is null or user_id = ${userId ?? null})`;

/**
 * Returns the payments for each vintage, as a table expression: net cents and tonnes less what was credited, and the tonnes of
 * the last order. `vintages`, an array, restricts it to those.
 */
export function paidOf(whose: Whose, vintages?: RawBuilder<unknown>) {
  const wanted = vintages ? sql`i.vintage_id = any(${vintages})` : sql`i.vintage_id is not null`;
  return sql<{ vintage_id: number; cents: number; tonnes: number; last_tonnes: number }>`(
    select i.vintage_id, sum(i.total_cents - i.credited_cents)::bigint as cents,
      sum(i.quantity - i.returned_quantity)::bigint as tonnes,
      (array_agg(i.quantity order by o.paid_at desc, o.id desc))[1] as last_tonnes
    from orders o join order_items i on i.order_id = o.id and ${wanted}
    where ${belongsTo(whose)} and o.status = 'PAID' group by i.vintage_id)`;
}

/**
 * Returns the tonnes delivered, requested, retired and returned per quarter, oldest first; `expected` is the change of
 * available tonnes that are still not issued today.
 */
export async function quartersOf(executor: Executor, whose: Whose) {
  const { companyId, userId } = whose;
  const { rows } = await sql<{
    from: string;
    purchased: number;
    inProgress: number;
    retired: number;
    expected: number;
  }>`
    with changes as materialized (
      select date_trunc('quarter', ${sellerTime(sql`occurred_at`)}) as quarter, kind, sum(quantity) as quantity,
        coalesce(sum(quantity) filter (where vintage_id = any(array(select h.vintage_id
          from holdings h join vintages v on v.id = h.vintage_id
          where h.company_id = ${companyId} and v.credit_type = 'EX_ANTE'))), 0) as expected
      from credit_movements
      where company_id = any(${companyIdsOf(companyId)})
        and (${userId ?? null}::integer is null or owner_id = ${userId ?? null})
      group by 1, 2
    )
    select to_char(quarter, 'YYYY-MM-DD') as from, purchased, in_progress as "inProgress", retired, expected from (
      select quarter, ${sums},
        coalesce(sum(case when kind in ('DELIVER', 'RETIRE_RETURN') then expected
          when kind in ('TAKE_BACK', 'UNDELIVER', 'RETIRE_REQUEST') then -expected end), 0)::bigint as expected
      from changes group by quarter
    ) quarters order by quarter`.execute(executor);
  return rows;
}

/** Returns the number of a company's pending retirements, when the oldest was requested, and the number completed. */
export async function retirementCounts(executor: Executor, whose: Whose) {
  const { rows } = await sql<{
    requests: number;
    oldestRequestAt: Date | null;
    certificates: number;
  }>`
    select count(*) filter (where status = 'RETIREMENT_IN_PROGRESS') as requests,
      min(requested_at) filter (where status = 'RETIREMENT_IN_PROGRESS') as "oldestRequestAt",
      count(*) filter (where status = 'RETIRED') as certificates
    from retirements where ${belongsTo(whose)}`.execute(executor);
  return rows[0]!;
}

/** Returns net cents and tonnes of all credits in paid orders by year of payment, latest first. */
export async function paidByYear(executor: Executor, whose: Whose) {
  const { rows } = await sql<{ year: number; cents: number; tonnes: number }>`
    select extract(year from ${sellerTime(sql`o.paid_at`)})::integer as year,
      sum(i.total_cents - i.credited_cents)::bigint as cents,
      sum(i.quantity - i.returned_quantity)::bigint as tonnes
    from orders o join order_items i on i.order_id = o.id and i.vintage_id is not null
    where ${belongsTo(whose)} and o.status = 'PAID' group by 1 order by 1 desc`.execute(executor);
  return rows;
}

interface HeldSums {
  /** The group of the sums: one of these three is set, or none for the totals. */
  typeId: number | null;
  claimType: ClaimType | null;
  year: number | null;
  typeName: string | null;
  vintages: number;
  /** The number of projects in all holdings, the same in each row. */
  projects: number;
  purchased: number;
  expected: number;
  inProgress: number;
  retired: number;
  available: number;
  availableExAnte: number;
  issuedCents: number;
  expectedFrom: string | null;
  expectedTo: string | null;
}

/**
 * Returns the totals of all holdings, and by project type, claim and year; most bought first. Holdings are aggregated once, to
 * the few combinations there are, from which all sums are computed.
 */
export async function heldSums(executor: Executor, whose: Whose): Promise<HeldSums[]> {
  const { rows } = await sql<HeldSums>`
    with kinds as materialized (
      select p.project_type_id as type_id, v.claim_type, v.year, v.credit_type = 'EX_ANTE' as is_expected,
        count(*) as vintages, sum(h.purchased) as purchased,
        sum(h.in_progress) as in_progress, sum(h.retired) as retired, sum(h.available) as available,
        sum(case when h.available = paid.tonnes then paid.cents
          else h.available * paid.cents::numeric / nullif(paid.tonnes, 0) end) as cents,
        min(v.expected_delivery) filter (where h.available > 0) as expected_from,
        max(v.expected_delivery) filter (where h.available > 0) as expected_to
      from ${heldOf(whose)} h join vintages v on v.id = h.vintage_id join projects p on p.id = v.project_id
        left join ${paidOf(whose)} paid on paid.vintage_id = h.vintage_id
      group by p.project_type_id, v.claim_type, v.year, v.credit_type
    )
    select sums.*, t.name as "typeName" from (
      select type_id as "typeId", claim_type as "claimType", year,
        coalesce(sum(vintages), 0)::bigint as vintages,
        (select count(distinct v.project_id) from ${heldOf(whose)} h join vintages v on v.id = h.vintage_id) as projects,
        coalesce(sum(purchased), 0)::bigint as purchased,
        coalesce(sum(purchased) filter (where is_expected), 0)::bigint as expected,
        coalesce(sum(in_progress), 0)::bigint as "inProgress",
        coalesce(sum(retired), 0)::bigint as retired,
        coalesce(sum(available), 0)::bigint as available,
        coalesce(sum(available) filter (where is_expected), 0)::bigint as "availableExAnte",
        coalesce(round(sum(cents) filter (where not is_expected)), 0)::bigint as "issuedCents",
        min(expected_from) filter (where is_expected) as "expectedFrom",
        max(expected_to) filter (where is_expected) as "expectedTo"
      from kinds group by grouping sets ((), (type_id), (claim_type), (year))
    ) sums left join project_types t on t.id = sums."typeId"
    order by sums.purchased desc, t.name, sums."claimType", sums.year desc`.execute(executor);
  return rows;
}

/** Returns the tonnes bought by label of their projects, most first; those without a label last. */
export async function heldByLabel(executor: Executor, whose: Whose) {
  const { rows } = await sql<{ kind: LabelKind | null; purchased: number; expected: number }>`
    select l.kind, sum(h.purchased)::bigint as purchased,
      coalesce(sum(h.purchased) filter (where v.credit_type = 'EX_ANTE'), 0)::bigint as expected
    from ${heldOf(whose)} h join vintages v on v.id = h.vintage_id
      left join (select distinct project_id, kind from project_labels) l using (project_id)
    group by l.kind order by l.kind is null, 2 desc, l.kind`.execute(executor);
  return rows;
}
