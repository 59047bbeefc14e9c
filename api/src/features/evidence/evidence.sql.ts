import { sql } from "kysely";
import type { RecordField, ToldFact } from "@tonneline/contract/evidence";
import type { Executor, Tx } from "../../core/db.ts";
import type { RecordSource } from "../catalogue/record.rules.ts";

export interface EvidenceRow extends RecordSource {
  name: string;
  /** Prices are not told. */
  onRequest: boolean;
  vintages: { year: number; issued: number; retired: number; remaining: number }[];
  years: { year: number; issued: number; retired: number }[];
}

/** A project with everything that its record and figures are made from; hidden ones only when asked for. */
export async function evidenceOf(
  executor: Executor,
  projectId: number,
  { hidden }: { hidden: boolean },
): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select p.name, p.external_id as "externalId", r.name as "registryName", p.registry_status as "registryStatus",
      t.name as "projectType", p.countries, p.methodology, a.name as auditor, p.status = 'CONTACT_REQUIRED' as "onRequest",
      (select coalesce(json_agg(distinct v.impact_type), '[]') from vintages v
        where v.project_id = p.id and v.status = 'ACTIVE') as "impactTypes",
      (select coalesce(json_agg(json_build_object('detail', l.detail, 'source', l.source, 'asOf', l.as_of) order by l.as_of desc), '[]')
        from project_labels l where l.project_id = p.id and l.kind = 'ARTICLE_6') as article6,
      (select json_build_object('firstYear', min(f.year), 'issued', sum(f.issued), 'retired', sum(f.retired))
        from registry_vintages f where f.project_id = p.id having count(*) > 0) as figures,
      (select json_build_object('facts', i.facts, 'source', i.source, 'asOf', i.as_of)
        from project_imports i where i.project_id = p.id) as imported,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('field', c.field, 'state', c.state, 'value', c.value,
          'source', c.source, 'asOf', c.as_of))), '[]') from project_facts c where c.project_id = p.id) as told,
      (select coalesce(json_agg(json_build_object('year', f.year, 'issued', f.issued, 'retired', f.retired,
          'remaining', f.remaining) order by f.year), '[]') from registry_vintages f where f.project_id = p.id) as vintages,
      (select coalesce(json_agg(json_build_object('year', y.year, 'issued', y.issued, 'retired', y.retired) order by y.year), '[]')
        from registry_years y where y.project_id = p.id) as years
    from projects p
      join registries r on r.id = p.registry_id
      join project_types t on t.id = p.project_type_id
      left join auditors a on a.id = p.auditor_id
    where p.id = ${projectId} and (${hidden} or not p.hidden)`.execute(executor);
  return rows[0];
}

/** The prices of a project's vintages on sale, the oldest first. */
export async function pricesOf(executor: Executor, projectId: number) {
  return await executor
    .selectFrom("vintage_prices as h")
    .innerJoin("vintages as v", "v.id", "h.vintage_id")
    .select(["h.vintage_id as vintageId", "h.since", "h.price_cents as priceCents"])
    .where("v.project_id", "=", projectId)
    .where("v.status", "=", "ACTIVE")
    .orderBy("v.year", "desc")
    .orderBy("h.vintage_id")
    .orderBy("h.id")
    .execute();
}

/** The projects of registry IDs. */
export async function projectIdsBy(
  executor: Executor,
  registryIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await executor
    .selectFrom("projects")
    .select(["id", "external_id"])
    .where(({ eb, val }) => eb("external_id", "=", eb.fn.any(val([...registryIds]))))
    .execute();
  return new Map(rows.map(({ id, external_id }) => [external_id!, id]));
}

/** The project's name; its record is whoever holds it alone's to change. Undefined for an unknown project. */
export async function lockRecord(tx: Tx, projectId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.name;
}

export async function saveFact(
  tx: Tx,
  projectId: number,
  field: RecordField,
  { state, value, source, asOf }: ToldFact,
): Promise<void> {
  const told = { state, value: value ?? null, source, as_of: asOf };
  await tx
    .insertInto("project_facts")
    .values({ project_id: projectId, field, ...told })
    .onConflict((conflict) => conflict.columns(["project_id", "field"]).doUpdateSet(told))
    .execute();
}

export async function deleteFact(tx: Tx, projectId: number, field: RecordField): Promise<void> {
  await tx
    .deleteFrom("project_facts")
    .where("project_id", "=", projectId)
    .where("field", "=", field)
    .execute();
}
