import type { ApprovalRule, Budget } from "@tonneline/contract/approvalRules";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import type { Executor, Tx } from "../../core/db.ts";
import { cents } from "../../core/money.ts";
import { replaceRules, rulesOf } from "./approvals.sql.ts";
import { budgetView } from "./approvals.view.ts";
import { budgetsOf, replaceBudgets } from "./budgets.sql.ts";

export { movePlans, rulesOf } from "./approvals.sql.ts";

/** Returns a company's budgets with the amounts requested, ordered and paid, the latest year first. */
export async function companyBudgets(executor: Executor, companyId: number): Promise<Budget[]> {
  return (await budgetsOf(executor, companyId)).map(budgetView);
}

/** Replaces the company's budgets and returns them; the caller must have locked the company. */
export async function saveBudgets(
  tx: Tx,
  companyId: number,
  actor: KnownActor,
  budgets: readonly { costCentre: string; year: number; amount: number }[],
): Promise<Budget[]> {
  const before = await companyBudgets(tx, companyId);
  await replaceBudgets(
    tx,
    companyId,
    budgets.map(({ amount, ...key }) => ({ ...key, amountCents: cents(amount) })),
  );
  await recordAudit(tx, actor, {
    action: "company.budgets",
    thing: { type: "company", id: companyId },
    before: { budgets: before.map(planned) },
    after: { budgets: budgets.map(planned) },
  });
  return await companyBudgets(tx, companyId);
}

const planned = ({ costCentre, year, amount }: Pick<Budget, "costCentre" | "year" | "amount">) => ({
  costCentre,
  year,
  amount,
});

/** Replaces the rules by which the company's members need approval; the caller must have locked the company. */
export async function saveRules(
  tx: Tx,
  companyId: number,
  actor: KnownActor,
  rules: readonly ApprovalRule[],
): Promise<void> {
  const before = await rulesOf(tx, companyId);
  await replaceRules(tx, companyId, rules);
  await recordAudit(tx, actor, {
    action: "company.rules",
    thing: { type: "company", id: companyId },
    before: { rules: before },
    after: { rules },
  });
}
