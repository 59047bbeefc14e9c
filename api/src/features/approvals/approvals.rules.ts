import { cents } from "../../core/money.ts";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import type { ApprovalStatus } from "@tonneline/contract/approvals";

/** The facts of a checkout that rules apply to. */
export interface CheckoutFacts {
  netCents: number;
  tonnes: number;
  /** Some of its credits are not issued yet. */
  hasExAnte: boolean;
  /** Some of its projects have no label. */
  lacksLabel: boolean;
  /** Net cents left of its cost centre's budget before this checkout; null without a budget. */
  leftCents: number | null;
}

/** Returns the rules by which a checkout needs a colleague's approval; a limit has to be exceeded, not just reached. */
export function rulesMet<Rule extends ApprovalRule>(
  rules: readonly Rule[],
  checkout: CheckoutFacts,
): Rule[] {
  return rules.filter((rule) => applies(rule, checkout));
}

function applies({ kind, over = 0 }: ApprovalRule, checkout: CheckoutFacts): boolean {
  switch (kind) {
    case "AMOUNT":
      return checkout.netCents > cents(over);
    case "TONNES":
      return checkout.tonnes > over;
    case "EX_ANTE":
      return checkout.hasExAnte;
    case "WITHOUT_LABEL":
      return checkout.lacksLabel;
    case "OVER_BUDGET":
      return checkout.leftCents !== null && checkout.netCents > checkout.leftCents;
  }
}

/** A member who makes a request, or wants to decide one, in its company. */
export interface Decider {
  userId: number;
  role: string;
}

/** Whether a member may decide a request: owners and approvers may, except for their own. */
export function mayDecide({ userId, role }: Decider, requesterId: number): boolean {
  return userId !== requesterId && (role === "OWNER" || role === "APPROVER");
}

/** EXPIRED as soon as a request's time is up, even before the job ends it. */
export function statusOf(request: { status: string; has_ended: boolean }): ApprovalStatus {
  const { status, has_ended: hasEnded } = request;
  return status === "PENDING" && hasEnded ? "EXPIRED" : (status as ApprovalStatus);
}
