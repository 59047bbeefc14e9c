import { sql } from "kysely";
import type { Tx } from "../../../core/db.ts";

export type Homeless = {
  line: number;
  externalId: string;
  year: number;
  projectRefused: boolean;
};

/** Gives the staged vintages their projects, and takes out those that have none or whose project was refused. */
export async function linkToProjects(tx: Tx): Promise<Homeless[]> {
  await sql`update staged_vintages v set project_id = s.project_id
    from staged_projects s where s.external_id = v.external_id`.execute(tx);
  await sql`update staged_vintages v set project_id = p.id from projects p
    where v.project_id is null and p.external_id = v.external_id
      and not exists (select from refused_projects r where r.external_id = v.external_id)`.execute(
    tx,
  );
  const { rows } = await sql<Homeless>`delete from staged_vintages v where project_id is null
    returning line, external_id as "externalId", year,
      exists (select from refused_projects r where r.external_id = v.external_id) as "projectRefused"`.execute(
    tx,
  );
  return rows.sort((a, b) => a.line - b.line);
}

/** Finds the vintages of an earlier import or of the demonstration. */
export async function linkVintages(tx: Tx): Promise<void> {
  await sql`update staged_vintages s set vintage_id = v.id from vintages v
    where v.project_id = s.project_id and v.imported_year = s.year`.execute(tx);
}

/**
 * Takes the one issued vintage of the year that an operator made for the file's, so that its tonnes are not offered
 * twice; its stock stays as the operator set it. Answers how many were taken.
 */
export async function adoptVintages(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with single as (
      select min(v.id) as id, v.project_id, v.year from vintages v
      where v.imported_year is null and v.credit_type = 'EX_POST' group by v.project_id, v.year having count(*) = 1
    ), adopted as (
      update vintages v set imported_year = s.year, registry_issued = s.issued, registry_retired = s.retired,
        registry_remaining = s.remaining, version = v.version + 1, updated_at = now()
      from single join staged_vintages s on s.project_id = single.project_id and s.year = single.year and s.vintage_id is null
      where v.id = single.id returning v.id, v.project_id, v.imported_year
    )
    update staged_vintages s set vintage_id = a.id, is_changed = true from adopted a
    where a.project_id = s.project_id and a.imported_year = s.year`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export type Stocked = { vintageId: number; remaining: number };

/**
 * Puts in the vintages that the catalogue lacks, without a price, and answers the stock that each starts with. The
 * claim is the one that never says too much, a contribution, until an operator decides.
 */
export async function insertNewVintages(tx: Tx): Promise<Stocked[]> {
  const { rows } = await sql<Stocked>`
    with inserted as (
      insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, registry_issued,
        registry_retired, registry_remaining, imported_year)
      select s.project_id, s.year, coalesce(i.facts ->> 'impactType', 'REDUCTION'), 'CONTRIBUTION', 'EX_POST',
        p.methodology, s.issued, s.retired, s.remaining, s.year
      from staged_vintages s join projects p on p.id = s.project_id left join project_imports i on i.project_id = p.id
      where s.vintage_id is null order by s.project_id, s.year
      returning id, project_id, imported_year, registry_remaining
    ), linked as (
      update staged_vintages s set vintage_id = n.id, is_new = true from inserted n
      where n.project_id = s.project_id and n.imported_year = s.year
    )
    select id as "vintageId", registry_remaining as remaining from inserted order by id`.execute(
    tx,
  );
  return rows;
}

export type Moved = {
  vintageId: number;
  line: number;
  externalId: string;
  year: number;
  difference: number;
};

/** Takes over the registry's new figures and answers by how much what remains has changed, in id order. */
export async function updateChangedVintages(tx: Tx): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with before as materialized (
      select v.id, s.line, s.external_id, s.year, s.issued, s.retired, s.remaining, s.remaining - v.registry_remaining as difference
      from staged_vintages s join vintages v on v.id = s.vintage_id
      where not s.is_new
        and (v.registry_issued, v.registry_retired, v.registry_remaining) is distinct from (s.issued, s.retired, s.remaining)
    ), updated as (
      update vintages v set registry_issued = b.issued, registry_retired = b.retired, registry_remaining = b.remaining,
        version = v.version + 1, updated_at = now()
      from before b where v.id = b.id
    ), marked as (
      update staged_vintages s set is_changed = true from before b where s.line = b.line
    )
    select id as "vintageId", line, external_id as "externalId", year, difference from before order by id`.execute(
    tx,
  );
  return rows;
}

/** Writes added and changed vintages to the history of the projects that were there before. */
export async function writeHistory(tx: Tx, changedVintageIds: readonly number[]): Promise<void> {
  await sql`insert into project_changes (project_id, change)
    select v.project_id, 'Vintages added from the registry''s records: ' || string_agg(v.year::text, ', ' order by v.year)
    from staged_vintages v
    where v.is_new and not exists (select from staged_projects p where p.project_id = v.project_id and p.is_new)
    group by v.project_id order by v.project_id`.execute(tx);
  await sql`insert into project_changes (project_id, change)
    select project_id, 'Registry figures updated for the vintages ' || string_agg(year::text, ', ' order by year)
    from vintages where id = any(${changedVintageIds}::integer[])
    group by project_id order by project_id`.execute(tx);
}
