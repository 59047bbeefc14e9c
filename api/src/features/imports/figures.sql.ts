import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import type { AnnualRow } from "./rows.ts";

/** Stores the registry's figures of the staged vintages, whether or not their tonnes are for sale here. */
export async function saveVintageFigures(tx: Tx): Promise<void> {
  await sql`insert into registry_vintages as r (project_id, year, issued, retired, remaining)
    select project_id, year, issued, retired, remaining from staged_vintages order by project_id, year
    on conflict (project_id, year) do update
      set issued = excluded.issued, retired = excluded.retired, remaining = excluded.remaining
      where (r.issued, r.retired, r.remaining) is distinct from (excluded.issued, excluded.retired, excluded.remaining)`.execute(
    tx,
  );
}

export type AnnualFigures = AnnualRow & { line: number };

/** Stores the registry's figures by calendar year and returns the rows of unknown projects. */
export async function saveAnnualFigures(
  tx: Tx,
  figures: readonly AnnualFigures[],
): Promise<{ line: number; externalId: string }[]> {
  const { rows } = await sql<{ line: number; externalId: string }>`
    with given as materialized (
      select g.*, p.id as project_id
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb)
          as g (line integer, "externalId" text, year smallint, issued integer, retired integer)
        left join projects p on registry_id_key(p.external_id) = registry_id_key(g."externalId")
    ), kept as (
      insert into registry_years as r (project_id, year, issued, retired)
      select distinct on (project_id, year) project_id, year, issued, retired from given
      where project_id is not null order by project_id, year, line desc
      on conflict (project_id, year) do update set issued = excluded.issued, retired = excluded.retired
        where (r.issued, r.retired) is distinct from (excluded.issued, excluded.retired)
    )
    select line, "externalId" from given where project_id is null order by line`.execute(tx);
  return rows;
}
