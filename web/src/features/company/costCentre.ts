import { costCentreKey, type Budget } from "@tonneline/contract/approvalRules";

/** What an order under a cost centre means for its budget of a year, net in euros. */
export interface BudgetNote {
  amount: number;
  /** Before this order; below zero when more was ordered already. */
  left: number;
  /** By how much this order goes over what is left; 0 when it fits. */
  over: number;
}

/**
 * The note of a typed cost centre; null when the year is planned but not for this one, undefined where there is nothing
 * to say: no cost centre, or no budgets in that year.
 */
export function budgetNote(
  budgets: readonly Budget[],
  typed: string,
  { year, net }: { year: number; net: number },
): BudgetNote | null | undefined {
  const planned = budgets.filter((each) => each.year === year);
  // As the server reads it: several blanks are one.
  const costCentre = costCentreKey(typed.trim().replaceAll(/\p{Zs}+/gu, " "));
  if (costCentre === "" || planned.length === 0) return undefined;
  const budget = planned.find((each) => costCentreKey(each.costCentre) === costCentre);
  if (!budget) return null;
  const { amount, left } = budget;
  return { amount, left, over: Math.max(0, Math.round((net - Math.max(0, left)) * 100) / 100) };
}
