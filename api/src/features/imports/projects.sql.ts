import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../core/db.ts";

/** Links the staged projects to existing ones, with the facts of the last import. */
export async function linkProjects(tx: Tx): Promise<void> {
  await sql`update staged_projects s set project_id = p.id, old_facts = i.facts
    from projects p left join project_imports i on i.project_id = p.id
    where registry_id_key(p.external_id) = s.id_key`.execute(tx);
}

/**
 * Inserts the missing projects and returns their number. They start on request as they have no price,
 * as coming soon before their first issuance, and hidden if the registry has closed them.
 */
export async function insertNewProjects(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with inserted as (
      insert into projects (external_id, name, description, registry_id, registry_url, registry_status, developer_id,
        auditor_id, project_type_id, methodology, countries, continent, sdgs, status, hidden)
      select s.external_id, s.name, s.description, r.id, s.facts ->> 'registryUrl', s.facts ->> 'status', d.id,
        a.id, t.id, s.facts ->> 'methodology', array(select jsonb_array_elements_text(s.facts -> 'countries')),
        s.continent, s.sdgs, case s.facts ->> 'stage' when 'PIPELINE' then 'COMING_SOON' else 'CONTACT_REQUIRED' end,
        s.facts ->> 'stage' = 'CLOSED'
      from staged_projects s
        join registries r on r.code = s.facts ->> 'registry'
        join developers d on lower(d.name) = lower(s.facts ->> 'developer')
        join project_types t on lower(t.name) = lower(s.facts ->> 'type')
        left join auditors a on lower(a.name) = lower(s.facts ->> 'auditor')
      where s.project_id is null order by s.line
      returning id, external_id
    )
    update staged_projects s set project_id = i.id, is_new = true from inserted i where i.external_id = s.external_id`.execute(
    tx,
  );
  await sql`insert into project_changes (project_id, change)
    select project_id, 'Added from the registry''s records' from staged_projects where is_new order by line`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

// A field is updated only if the registry has changed it since the last import; operators' edits are kept.
const moved = (field: string): RawBuilder<boolean> =>
  sql`s.old_facts -> ${sql.lit(field)} is distinct from s.facts -> ${sql.lit(field)}`;

const labels: [field: string, label: string][] = [
  ["status", "Registry status"],
  ["name", "Name at the registry"],
  ["developer", "Developer at the registry"],
  ["methodology", "Methodology at the registry"],
];

/**
 * Counts the changed projects and those that will follow the registry from now on, without locking
 * rows that buyers and operators write.
 */
export async function countChanges(tx: Tx): Promise<{ changed: number; adopted: number }> {
  const { rows } = await sql<{ changed: number; adopted: number }>`
    select count(*) filter (where old_facts <> facts) as changed,
      count(*) filter (where old_facts is null and not is_new) as adopted from staged_projects`.execute(
    tx,
  );
  return rows[0]!;
}

/** Applies the registry's changes, records them in the projects' histories, and returns the projects' ids. */
export async function updateChangedProjects(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update projects p set
      name = case when ${moved("name")} then s.name else p.name end,
      registry_id = case when ${moved("registry")} then r.id else p.registry_id end,
      registry_url = case when ${moved("registryUrl")} then s.facts ->> 'registryUrl' else p.registry_url end,
      registry_status = case when ${moved("status")} then s.facts ->> 'status' else p.registry_status end,
      developer_id = case when ${moved("developer")} then d.id else p.developer_id end,
      auditor_id = case when ${moved("auditor")} then a.id else p.auditor_id end,
      project_type_id = case when ${moved("type")} then t.id else p.project_type_id end,
      methodology = case when ${moved("methodology")} then s.facts ->> 'methodology' else p.methodology end,
      countries = case when ${moved("countries")} then array(select jsonb_array_elements_text(s.facts -> 'countries')) else p.countries end,
      continent = case when ${moved("countries")} then s.continent else p.continent end,
      status = case when p.status = 'COMING_SOON' and s.old_facts ->> 'stage' = 'PIPELINE' and s.facts ->> 'stage' = 'ACTIVE'
        then 'CONTACT_REQUIRED' else p.status end,
      hidden = p.hidden or (${moved("stage")} and s.facts ->> 'stage' = 'CLOSED'),
      version = p.version + 1, updated_at = now()
    from staged_projects s
      join registries r on r.code = s.facts ->> 'registry'
      join developers d on lower(d.name) = lower(s.facts ->> 'developer')
      join project_types t on lower(t.name) = lower(s.facts ->> 'type')
      left join auditors a on lower(a.name) = lower(s.facts ->> 'auditor')
    where p.id = s.project_id and s.old_facts <> s.facts
    returning p.id`.execute(tx);
  for (const [field, label] of labels) {
    const from = sql`coalesce(nullif(s.old_facts ->> ${sql.lit(field)}, ''), 'none')`;
    const to = sql`coalesce(nullif(s.facts ->> ${sql.lit(field)}, ''), 'none')`;
    await sql`insert into project_changes (project_id, change)
      select s.project_id, ${sql.lit(label)} || ' changed from “' || ${from} || '” to “' || ${to} || '”'
      from staged_projects s where s.old_facts is not null and ${moved(field)} order by s.line`.execute(
      tx,
    );
  }
  await sql`update vintages v set impact_type = s.facts ->> 'impactType', version = v.version + 1, updated_at = now()
    from staged_projects s where v.project_id = s.project_id and s.old_facts is not null and ${moved("impactType")}
      and v.imported_year is not null and v.impact_type = s.old_facts ->> 'impactType'`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Replaces the labels of an earlier file by those of this one; labels added by operators are kept. */
export async function replaceLabels(tx: Tx, source: string, asOf: string): Promise<void> {
  await sql`delete from project_labels l using staged_projects s, jsonb_to_recordset(s.old_facts -> 'labels') as old (kind text, detail text)
    where l.project_id = s.project_id and s.old_facts is not null and ${moved("labels")}
      and l.kind = old.kind and l.detail = old.detail`.execute(tx);
  await sql`insert into project_labels (project_id, kind, detail, source, as_of)
    select s.project_id, l.kind, l.detail, ${source}, ${asOf}::date
    from staged_projects s, jsonb_to_recordset(s.facts -> 'labels') as l (kind text, detail text)
    where ${moved("labels")}
    on conflict do nothing`.execute(tx);
}

/**
 * Stores this file's facts for the next import. Returns the number of existing projects that operators created and no
 * import had covered: they follow the registry from now on, and get a new version so that anyone who has one open notices.
 */
export async function saveFacts(tx: Tx, source: string, asOf: string): Promise<number> {
  await sql`
    insert into project_imports as i (project_id, facts, source, as_of)
    select project_id, facts, ${source}, ${asOf}::date from staged_projects order by project_id
    on conflict (project_id) do update set facts = excluded.facts, source = excluded.source, as_of = excluded.as_of
      where (i.facts, i.source, i.as_of) is distinct from (excluded.facts, excluded.source, excluded.as_of)`.execute(
    tx,
  );
  const { numAffectedRows } = await sql`
    update projects p set version = p.version + 1, updated_at = now() from staged_projects s
    where p.id = s.project_id and s.old_facts is null and not s.is_new`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Returns the projects whose vintages are in a cart. */
export async function projectsInCarts(tx: Tx, projectIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct v.project_id as id
    from cart_items c join vintages v on v.id = c.vintage_id
    where v.project_id = any(${projectIds}::integer[]) order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}
