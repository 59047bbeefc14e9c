import {
  approvalRule,
  limitedKinds,
  type ApprovalRule,
  type ApprovalRuleKind,
} from "@tonneline/contract/approvalRules";
import { typedEuros, typedTonnes } from "@tonneline/contract/typed";
import { numeral } from "../../lib/numerals.ts";

/** A rule as form values: its figure stays as typed, as a partial one is not a number yet. */
export interface TypedRule {
  kind: ApprovalRuleKind;
  over: string;
}

const figure = (over: number) => numeral(over, { minDecimals: Number.isInteger(over) ? 0 : 2 });

/** Converts a saved rule to form values. */
export const typedRule = ({ kind, over }: ApprovalRule): TypedRule => ({
  kind,
  over: over === undefined ? "" : figure(over),
});

/** Parses form values into a rule; undefined while the figure is missing or invalid. */
export function ruleOf({ kind, over }: TypedRule): ApprovalRule | undefined {
  if (!limitedKinds.includes(kind)) return { kind };
  const read = kind === "AMOUNT" ? typedEuros(over) : typedTonnes(over);
  return approvalRule.safeParse({ kind, over: read }).data;
}

/** Reformats the figure as pages display it, once it is valid. */
export function tidied(rule: TypedRule): TypedRule {
  const read = ruleOf(rule);
  return read ? typedRule(read) : rule;
}
