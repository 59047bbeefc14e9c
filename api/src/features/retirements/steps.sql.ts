import { sql } from "kysely";
import { retirementSteps, type RetirementStep } from "@tonneline/contract/managedRetirements";
import { called } from "../../core/called.sql.ts";
import type { Executor } from "../../core/db.ts";

export interface StepRow {
  step: RetirementStep;
  actor: string | null;
  actorName: string | null;
  reason: string | null;
  at: Date;
}

/** Returns the steps of a retirement and who took them, oldest first, from the audit log, which is append-only. */
export async function stepsOf(executor: Executor, id: number): Promise<StepRow[]> {
  const actions = retirementSteps.map((step) => `retirement.${step}`);
  const { rows } = await sql<StepRow>`
    select split_part(e.action, '.', 2) as step, coalesce(u.username, e.actor) as actor,
      coalesce(${called("u")}, e.actor) as "actorName", e.after ->> 'declineReason' as reason, e.at
    from audit_entries e left join users u on u.id = e.actor_id
    where e.thing_type = 'retirement' and e.thing_id = ${String(id)} and e.action = any(${actions}::text[])
    order by e.id`.execute(executor);
  return rows;
}
