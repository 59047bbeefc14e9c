import { canAct, type CompanyRole } from "@tonneline/contract/companyRoles";

export interface MemberFacts {
  userId: number;
  role: CompanyRole;
  blocked: boolean;
  admitted: boolean;
}

/** An owner who cannot act is of no use to the company. */
const isOwner = (member: MemberFacts) => member.role === "OWNER" && canAct(member);

/** Whether the company has an owner who can act for it. */
export function hasOwner(members: readonly MemberFacts[]): boolean {
  return members.some(isOwner);
}

/** Whether the company would have no owner able to act if this member were no longer one. */
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
