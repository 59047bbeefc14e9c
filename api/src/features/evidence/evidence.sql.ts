import { sql } from "kysely";
import type { RecordField, EnteredFact, VintageField } from "@tonneline/contract/evidence";
import type { Executor, Tx } from "../../core/db.ts";

export interface FiguresRow {
  name: string;
  hidden: boolean;
  /** Prices are on request and not shown. */
  onRequest: boolean;
  vintages: { year: number; issued: number; retired: number; remaining: number }[];
  years: { year: number; issued: number; retired: number }[];
}

/** Returns the registry's figures of a project, even a hidden one. */
export async function figuresOf(
  executor: Executor,
  projectId: number,
): Promise<FiguresRow | undefined> {
  const { rows } = await sql<FiguresRow>`
    select p.name, p.hidden, p.status = 'CONTACT_REQUIRED' as "onRequest",
      (select coalesce(json_agg(json_build_object('year', f.year, 'issued', f.issued, 'retired', f.retired,
          'remaining', f.remaining) order by f.year), '[]') from registry_vintages f where f.project_id = p.id) as vintages,
      (select coalesce(json_agg(json_build_object('year', y.year, 'issued', y.issued, 'retired', y.retired) order by y.year), '[]')
        from registry_years y where y.project_id = p.id) as years
    from projects p where p.id = ${projectId}`.execute(executor);
  return rows[0];
}

/** Returns the price history of a project's vintages on sale: newest vintage first, each from its oldest price on. */
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

/** Returns the project ids by registry ID, whatever their spelling. */
export async function projectIdsBy(
  executor: Executor,
  registryIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; registryId: string }>`
    select p.id, given.id as "registryId" from unnest(${[...registryIds]}::text[]) given (id)
      join projects p on registry_id_key(p.external_id) = registry_id_key(given.id)`.execute(
    executor,
  );
  return new Map(rows.map(({ id, registryId }) => [registryId, id]));
}

/** Locks a project and thereby its record; returns the project's name, undefined if it is unknown. */
export async function lockRecord(tx: Tx, projectId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.name;
}

/** Returns the vintages of projects with their years, withdrawn ones included. */
export async function vintagesOf(executor: Executor, projectIds: readonly number[]) {
  return await executor
    .selectFrom("vintages")
    .select(["id", "project_id as projectId", "year"])
    .where(({ eb, val }) => eb("project_id", "=", eb.fn.any(val([...projectIds]))))
    .orderBy("id")
    .execute();
}

const rowOf = ({ state, value, source, asOf }: EnteredFact) => ({
  state,
  value: value ?? null,
  source,
  as_of: asOf,
});

/** Inserts or replaces the fact stated for this field. The caller holds the lock from `lockRecord` and audits the change. */
export async function saveFact(
  tx: Tx,
  projectId: number,
  field: RecordField,
  fact: EnteredFact,
): Promise<void> {
  await tx
    .insertInto("project_facts")
    .values({ project_id: projectId, field, ...rowOf(fact) })
    .onConflict((conflict) => conflict.columns(["project_id", "field"]).doUpdateSet(rowOf(fact)))
    .execute();
}

/** Deletes the stated fact, so that the registry's data applies again. A no-op if there is none. */
export async function deleteFact(tx: Tx, projectId: number, field: RecordField): Promise<void> {
  await tx
    .deleteFrom("project_facts")
    .where("project_id", "=", projectId)
    .where("field", "=", field)
    .execute();
}

/**
 * Like `saveFact` for a single vintage, where it takes precedence over the project's. The lock is
 * that of the project's record.
 */
export async function saveVintageFact(
  tx: Tx,
  vintageId: number,
  field: VintageField,
  fact: EnteredFact,
): Promise<void> {
  await tx
    .insertInto("vintage_facts")
    .values({ vintage_id: vintageId, field, ...rowOf(fact) })
    .onConflict((conflict) => conflict.columns(["vintage_id", "field"]).doUpdateSet(rowOf(fact)))
    .execute();
}

/** Deletes the fact stated for a vintage, so that the project's applies again. A no-op if there is none. */
export async function deleteVintageFact(
  tx: Tx,
  vintageId: number,
  field: VintageField,
): Promise<void> {
  await tx
    .deleteFrom("vintage_facts")
    .where("vintage_id", "=", vintageId)
    .where("field", "=", field)
    .execute();
}
