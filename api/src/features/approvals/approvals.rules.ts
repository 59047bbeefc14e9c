import { cents } from "../../core/money.ts";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";

/** What a checkout is measured by. */
export interface Asked {
  netCents: number;
  tonnes: number;
  /** Some of its credits are not issued yet. */
  hasExAnte: boolean;
  /** Some of its projects have no label. */
  lacksLabel: boolean;
  /** Net cents left of its cost centre's budget before it; null without a budget. */
  leftCents: number | null;
}

/** The rules under which a checkout needs a colleague's approval; figures are exceeded, not met. */
export function rulesMet<Rule extends ApprovalRule>(rules: readonly Rule[], asked: Asked): Rule[] {
  return rules.filter((rule) => isMet(rule, asked));
}

function isMet({ kind, over = 0 }: ApprovalRule, asked: Asked): boolean {
  switch (kind) {
    case "AMOUNT":
      return asked.netCents > cents(over);
    case "TONNES":
      return asked.tonnes > over;
    case "EX_ANTE":
      return asked.hasExAnte;
    case "WITHOUT_LABEL":
      return asked.lacksLabel;
    case "OVER_BUDGET":
      return asked.leftCents !== null && asked.netCents > asked.leftCents;
  }
}

/** Who asks, or wants to decide, in a request's own company. */
export interface Decider {
  userId: number;
  role: string;
}

/** Whether somebody may decide on a request: an owner or approver, and nobody on their own. */
export function mayDecide({ userId, role }: Decider, requesterId: number): boolean {
  return userId !== requesterId && (role === "OWNER" || role === "APPROVER");
}
