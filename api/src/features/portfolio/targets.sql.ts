import { sql } from "kysely";
import { sellerTime } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

/**
 * The year that a retirement is claimed for: that of its period's end, else of its start, else of its completion or request.
 */
const claimYear = sql`extract(year from coalesce(period_to, period_from,
  ${sellerTime(sql`coalesce(retired_at, requested_at)`)}::date))::integer`;

/** Returns a company's targets, latest first, with the tonnes retired and requested for each year, and the tonnes held. */
export async function targetsOf(executor: Executor, companyId: number) {
  const { rows } = await sql<{
    year: number;
    tonnes: number;
    changedAt: Date;
    changedBy: string;
    retired: number;
    inProgress: number;
    held: number;
  }>`
    select t.year, t.tonnes, t.changed_at as "changedAt", u.first_name || ' ' || u.last_name as "changedBy",
      coalesce(done.retired, 0)::bigint as retired, coalesce(done.in_progress, 0)::bigint as "inProgress",
      held.tonnes as held
    from company_targets t join users u on u.id = t.changed_by
      left join (
        select ${claimYear} as year, sum(quantity) filter (where status = 'RETIRED') as retired,
          sum(quantity) filter (where status = 'RETIREMENT_IN_PROGRESS') as in_progress
        from retirements where company_id = ${companyId} and status in ('RETIRED', 'RETIREMENT_IN_PROGRESS')
        group by 1
      ) done on done.year = t.year
      cross join (
        select coalesce(sum(h.purchased - h.in_progress - h.retired), 0)::bigint as tonnes
        from holdings h join vintages v on v.id = h.vintage_id
        where h.company_id = ${companyId} and v.credit_type = 'EX_POST'
      ) held
    where t.company_id = ${companyId} order by t.year desc`.execute(executor);
  return rows;
}

/**
 * Sets a company's target, or removes it with 0 tonnes; returns the previous tonnes, 0 for none. Undefined, with nothing set,
 * once the company was merged into another.
 */
export async function writeTarget(
  tx: Tx,
  {
    companyId,
    userId,
    year,
    tonnes,
  }: { companyId: number; userId: number; year: number; tonnes: number },
): Promise<number | undefined> {
  const key = sql`company_id = ${companyId} and year = ${year}`;
  // Serializes two owners on the company's row, so that each gets the other's value as the previous one.
  const open =
    await sql`select from companies where id = ${companyId} and closed_at is null for no key update`.execute(
      tx,
    );
  if (open.rows.length === 0) return undefined;
  const { rows } = await sql<{
    tonnes: number;
  }>`select tonnes from company_targets where ${key}`.execute(tx);
  await (
    tonnes === 0
      ? sql`delete from company_targets where ${key}`
      : sql`insert into company_targets (company_id, year, tonnes, changed_by)
        values (${companyId}, ${year}, ${tonnes}, ${userId})
        on conflict (company_id, year) do update
          set tonnes = excluded.tonnes, changed_by = excluded.changed_by, changed_at = now()`
  ).execute(tx);
  return rows[0]?.tonnes ?? 0;
}

/** Moves the targets of one company to another for the years without a target there; deletes the others. */
export async function mergeTargets(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await sql`
    with moved as (delete from company_targets where company_id = ${fromId}
      returning year, tonnes, changed_at, changed_by)
    insert into company_targets (company_id, year, tonnes, changed_at, changed_by)
    select ${intoId}::integer, year, tonnes, changed_at, changed_by from moved
    on conflict (company_id, year) do nothing`.execute(tx);
}
