import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";

/**
 * Returns the tonnes on sale, in carts and ordered by project type, with the number of visible projects; largest stock first.
 */
export async function stockByType(executor: Executor) {
  const { rows } = await sql<{
    id: number;
    name: string;
    projects: number;
    available: number;
    reserved: number;
    committed: number;
  }>`
    select t.id, t.name, sum(s.available)::bigint as available,
      (select count(*) from projects shown where shown.project_type_id = t.id and not shown.hidden) as projects,
      sum(s.reserved)::bigint as reserved, sum(s.committed)::bigint as committed
    from vintage_stock s join vintages v on v.id = s.vintage_id join projects p on p.id = s.project_id
      join project_types t on t.id = p.project_type_id
    where v.status = 'ACTIVE' and not p.hidden
    group by t.id, t.name
    having sum(s.available + s.reserved + s.committed) > 0
    order by sum(s.available) desc, t.name`.execute(executor);
  return rows;
}
