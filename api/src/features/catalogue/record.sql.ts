import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";
import type { RecordSource } from "./record.rules.ts";

const toldJson = sql`coalesce(json_agg(json_strip_nulls(json_build_object('field', c.field, 'state', c.state,
  'value', c.value, 'source', c.source, 'asOf', c.as_of))), '[]')`;

/** A `RecordSource` of project `o`, registry `r` and type `t`; its vintages from the newest on, withdrawn ones too. */
export const recordJson = sql<RecordSource>`json_build_object(
  'externalId', o.external_id, 'registryName', r.name, 'registryStatus', o.registry_status, 'projectType', t.name,
  'countries', o.countries, 'methodology', o.methodology,
  'auditor', (select a.name from auditors a where a.id = o.auditor_id),
  'labels', (select coalesce(json_agg(json_build_object('kind', l.kind, 'detail', l.detail, 'source', l.source,
      'asOf', l.as_of) order by l.kind, l.detail), '[]') from project_labels l where l.project_id = o.id),
  'figures', (select json_build_object('firstYear', min(f.year), 'issued', sum(f.issued), 'retired', sum(f.retired))
    from registry_vintages f where f.project_id = o.id having count(*) > 0),
  'imported', (select json_build_object('facts', i.facts, 'source', i.source, 'asOf', i.as_of)
    from project_imports i where i.project_id = o.id),
  'told', (select ${toldJson} from project_facts c where c.project_id = o.id),
  'vintages', (select coalesce(json_agg(json_build_object('id', v.id, 'year', v.year, 'impactType', v.impact_type,
      'creditType', v.credit_type, 'methodology', v.methodology, 'onSale', v.status = 'ACTIVE',
      'figures', case when f.issued is not null then json_build_object('issued', f.issued, 'retired', f.retired) end,
      'told', (select ${toldJson} from vintage_facts c where c.vintage_id = v.id)) order by v.year desc, v.id), '[]')
    from vintages v left join registry_vintages f on f.project_id = v.project_id and f.year = v.year
      and v.credit_type = 'EX_POST'
    where v.project_id = o.id))`;

/** What the records of these projects and their vintages are made from, by project; hidden ones too. */
export async function recordSources(
  executor: Executor,
  projectIds: readonly number[],
): Promise<Map<number, RecordSource>> {
  const { rows } = await sql<{ id: number; record: RecordSource }>`
    select o.id, ${recordJson} as record
    from projects o join registries r on r.id = o.registry_id join project_types t on t.id = o.project_type_id
    where o.id = any(${[...projectIds]}::integer[])`.execute(executor);
  return new Map(rows.map(({ id, record }) => [id, record]));
}
