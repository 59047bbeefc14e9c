import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";

export type OrphanVintage = {
  line: number;
  externalId: string;
  year: number;
  projectRefused: boolean;
};

/** Links the staged vintages to their projects; removes and returns those whose project is unknown or was refused. */
export async function linkToProjects(tx: Tx): Promise<OrphanVintage[]> {
  await sql`update staged_vintages v set project_id = s.project_id
    from staged_projects s where s.id_key = v.id_key`.execute(tx);
  await sql`update staged_vintages v set project_id = p.id from projects p
    where v.project_id is null and registry_id_key(p.external_id) = v.id_key
      and not exists (select from refused_projects r where r.id_key = v.id_key)`.execute(tx);
  const { rows } = await sql<OrphanVintage>`delete from staged_vintages v where project_id is null
    returning line, external_id as "externalId", year,
      exists (select from refused_projects r where r.id_key = v.id_key) as "projectRefused"`.execute(
    tx,
  );
  return rows.sort((a, b) => a.line - b.line);
}

/** Links the staged vintages to those of an earlier import or of the demonstration data. */
export async function linkVintages(tx: Tx): Promise<void> {
  await sql`update staged_vintages s set vintage_id = v.id from vintages v
    where v.project_id = s.project_id and v.imported_year = s.year`.execute(tx);
}

/**
 * Links a staged vintage to the issued vintage of that year that an operator created, if there is exactly one,
 * so that its tonnes are not offered twice; its stock stays as the operator set it. Returns the number linked.
 */
export async function adoptVintages(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with single as (
      select min(v.id) as id, v.project_id, v.year from vintages v
      where v.imported_year is null and v.credit_type = 'EX_POST' group by v.project_id, v.year having count(*) = 1
    )
    update staged_vintages s set vintage_id = single.id, is_changed = true from single
    where single.project_id = s.project_id and single.year = s.year and s.vintage_id is null`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export type Stocked = { vintageId: number; remaining: number };

/**
 * Inserts the missing vintages without a price and returns each one's initial stock. The claim is a
 * contribution, the one that never claims too much, until an operator decides otherwise.
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

/** Marks the vintages with new figures at the registry and returns how much their remaining tonnes changed, in id order. */
export async function findChangedVintages(tx: Tx): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with changed as (
      update staged_vintages s set is_changed = true from vintages v
      where v.id = s.vintage_id and not s.is_new and not s.is_changed
        and (v.registry_issued, v.registry_retired, v.registry_remaining) is distinct from (s.issued, s.retired, s.remaining)
      returning v.id, s.line, s.external_id, s.year, s.remaining - v.registry_remaining as difference
    )
    select id as "vintageId", line, external_id as "externalId", year, difference from changed order by id`.execute(
    tx,
  );
  return rows;
}

/** Applies the registry's figures to the changed existing vintages. */
export async function updateFoundVintages(tx: Tx): Promise<void> {
  await sql`update vintages v set imported_year = s.year, registry_issued = s.issued, registry_retired = s.retired,
      registry_remaining = s.remaining, version = v.version + 1, updated_at = now()
    from staged_vintages s where v.id = s.vintage_id and s.is_changed`.execute(tx);
}

/** Returns the tonnes for sale without locking; there may be fewer by the time of the import. */
export async function availableNow(
  tx: Tx,
  vintageIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; available: number }>`select vintage_id as id, available
    from vintage_stock where vintage_id = any(${vintageIds}::integer[])`.execute(tx);
  return new Map(rows.map(({ id, available }) => [id, available]));
}

/** Records added and changed vintages in the histories of projects that existed before. */
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
