import {
  approvalRule,
  limitedKinds,
  type ApprovalRule,
  type ApprovalRuleKind,
} from "@tonneline/contract/approvalRules";
import { typedEuros, typedTonnes } from "@tonneline/contract/typed";
import { numeral } from "../../lib/numerals.ts";

/** A rule in its fields: its figure stays as it is typed, as half of one is no number yet. */
export interface TypedRule {
  kind: ApprovalRuleKind;
  over: string;
}

const figure = (over: number) => numeral(over, { least: Number.isInteger(over) ? 0 : 2 });

/** A saved rule, as it is put in the fields. */
export const typedRule = ({ kind, over }: ApprovalRule): TypedRule => ({
  kind,
  over: over === undefined ? "" : figure(over),
});

/** The rule that is typed; undefined while its figure is missing or cannot be read. */
export function ruleOf({ kind, over }: TypedRule): ApprovalRule | undefined {
  if (!limitedKinds.includes(kind)) return { kind };
  const read = kind === "AMOUNT" ? typedEuros(over) : typedTonnes(over);
  return approvalRule.safeParse({ kind, over: read }).data;
}

/** Its figure as the pages write it, once it can be read. */
export function tidied(rule: TypedRule): TypedRule {
  const read = ruleOf(rule);
  return read ? typedRule(read) : rule;
}
