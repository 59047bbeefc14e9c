import type { Target } from "@tonneline/contract/portfolio";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { stillToBuy } from "./portfolio.rules.ts";
import { targetsOf, writeTarget } from "./targets.sql.ts";

/** Returns a company's yearly targets, latest first, with its progress towards each. */
export async function companyTargets(executor: Executor, companyId: number): Promise<Target[]> {
  const rows = await targetsOf(executor, companyId);
  return rows.map(({ changedAt, ...row }) => ({
    ...row,
    changedAt: changedAt.toISOString(),
    toBuy: stillToBuy(row),
  }));
}

/**
 * Sets how many tonnes a company intends to retire for a year, 0 for none, and returns all targets. FORBIDDEN once the company
 * was merged into another.
 */
export async function setTarget(
  db: Db,
  companyId: number,
  actor: KnownActor,
  { year, tonnes }: { year: number; tonnes: number },
): Promise<Target[]> {
  return await inTransaction(db, async (tx) => {
    const before =
      (await writeTarget(tx, { companyId, userId: actor.userId, year, tonnes })) ??
      refuse("FORBIDDEN");
    if (before !== tonnes) {
      await recordAudit(tx, actor, {
        action: "company.target",
        thing: { type: "company", id: companyId },
        before: { [`target ${year}`]: before },
        after: { [`target ${year}`]: tonnes },
      });
    }
    return await companyTargets(tx, companyId);
  });
}
