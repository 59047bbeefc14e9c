import type { CompanyRole } from "@tonneline/contract/companyRoles";

export interface MemberFacts {
  userId: number;
  role: CompanyRole;
  /** An owner who cannot log in is of no use to the company. */
  blocked: boolean;
}

const isOwner = ({ role, blocked }: MemberFacts) => role === "OWNER" && !blocked;

/** Whether the company has an owner who can log in. */
export function hasOwner(members: readonly MemberFacts[]): boolean {
  return members.some(isOwner);
}

/** Whether the company would have no owner able to log in if this member were no longer one. */
export function isLastOwner(members: readonly MemberFacts[], userId: number): boolean {
  const member = members.find((each) => each.userId === userId);
  return (
    member?.role === "OWNER" && !members.some((each) => each.userId !== userId && isOwner(each))
  );
}

/** Returns what prevents a user from leaving their company for another one; undefined if nothing does. */
export function departureObstacle(facts: {
  isAlone: boolean;
  isLastOwner: boolean;
  /** Number of orders, retirements and holdings. */
  records: number;
}): "LAST_OWNER" | "RECORDS" | undefined {
  if (facts.isAlone) return facts.records > 0 ? "RECORDS" : undefined;
  return facts.isLastOwner ? "LAST_OWNER" : undefined;
}
