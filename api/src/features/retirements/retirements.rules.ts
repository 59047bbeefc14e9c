import type { RetirementStatus } from "@tonneline/contract/retirements";

export type RetirementDecision = "complete" | "decline";

const leadsTo: Record<RetirementStatus, Partial<Record<RetirementDecision, RetirementStatus>>> = {
  RETIREMENT_IN_PROGRESS: { complete: "RETIRED", decline: "DECLINED" },
  RETIRED: {},
  DECLINED: {},
};

/** Where a decision leads; undefined when it is not possible from there. */
export function afterRetirementDecision(
  status: RetirementStatus,
  decision: RetirementDecision,
): RetirementStatus | undefined {
  return leadsTo[status][decision];
}
