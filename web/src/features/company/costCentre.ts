import { costCentreKey, type Budget } from "@tonneline/contract/approvalRules";

/** The effect of an order on its cost centre's budget for a year, net in euros. */
export interface BudgetNote {
  amount: number;
  /** Before this order; negative if the budget is already exceeded. */
  left: number;
  /** The amount by which this order exceeds what is left; 0 if it fits. */
  over: number;
}

/**
 * Returns the note on a typed cost centre; null if the year has budgets but none for it, undefined without a cost
 * centre or without budgets in that year.
 */
export function budgetNote(
  budgets: readonly Budget[],
  typed: string,
  { year, net }: { year: number; net: number },
): BudgetNote | null | undefined {
  const planned = budgets.filter((each) => each.year === year);
  // Normalised as on the server: repeated blanks count as one.
  const costCentre = costCentreKey(typed.trim().replaceAll(/\p{Z}+/gu, " "));
  if (costCentre === "" || planned.length === 0) return undefined;
  const budget = planned.find((each) => costCentreKey(each.costCentre) === costCentre);
  if (!budget) return null;
  const { amount, left } = budget;
  return { amount, left, over: Math.max(0, Math.round((net - Math.max(0, left)) * 100) / 100) };
}
